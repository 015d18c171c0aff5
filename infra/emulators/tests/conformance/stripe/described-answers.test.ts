import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { deviationsIn } from '../../support/stripe/described-answers.ts';

// Every answer of the conformance tests is checked.
describe('an answer', () => {
  it.each([
    [{ object: 'coupon', id: 1 }, 'coupon.id: not string'],
    [{ object: 'coupon' }, 'coupon.times_redeemed: missing'],
    [{ object: 'coupon', colour: 'red' }, 'coupon.colour: unknown'],
    [{ object: 'coupon' }, 'coupon.name: missing'],
    [{ object: 'list', data: [{ object: 'coupon', valid: null }] }, 'coupon.valid: not boolean'],
    [{ object: 'coupon', id: 'one', deleted: 'yes' }, 'coupon.deleted: unknown'],
    [{ object: 'coupon', id: 1, deleted: true }, 'coupon.id: not string'],
    [{ error: { message: 'No such coupon', colour: 'red' } }, 'error.colour: unknown'],
    [{ error: { message: null } }, 'error.message: not string'],
    [
      { object: 'event', api_version: Stripe.API_VERSION, data: { object: { object: 'coupon', id: 1 } } },
      'coupon.id: not string',
    ],
  ])('would be found to deviate: %j', (answer, deviation) => {
    expect(deviationsIn(answer)).toContain(deviation);
  });
});
