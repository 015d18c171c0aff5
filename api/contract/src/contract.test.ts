import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { PLAN_PRICES, PLANS, planByPrice } from './plans.ts';
import { CheckoutSessionId, CreateCheckoutSessionRequest, Uid } from './schemas.ts';
import { FIRST, LAST } from './testing/plans.ts';

describe('plan catalogue', () => {
  it('gives each plan its own name and price', () => {
    expect(new Set(PLANS.map(({ name }) => name)).size).toBe(PLANS.length);
    expect(new Set(PLANS.map(({ price }) => price)).size).toBe(PLANS.length);
  });

  it('lists the same features for every plan, the last of which has all of them', () => {
    const counts = PLANS.map(({ features }) => features.length);
    expect(new Set(counts).size).toBe(1);
    expect(LAST.features.every(({ available }) => available)).toBe(true);
  });

  it('looks up a plan by its exact price', () => {
    expect(planByPrice(LAST.price)).toBe(LAST);
    expect(planByPrice(LAST.price + 0.01)).toBeUndefined();
  });
});

describe('a request schema', () => {
  const request = Compile(CreateCheckoutSessionRequest);
  it.each([
    ['a string price', { plan: String(FIRST.price), customerId: 'u1' }],
    ['an unknown price', { plan: LAST.price + 1, customerId: 'u1' }],
    ['an array', { plan: [FIRST.price], customerId: 'u1' }],
    ['an extra field', { plan: FIRST.price, customerId: 'u1', amount: 1 }],
    ['a missing customer', { plan: FIRST.price }],
  ])('rejects %s', (_name, body) => {
    expect(request.Check(body)).toBe(false);
  });

  it('accepts every catalogue price', () => {
    for (const plan of PLAN_PRICES) expect(request.Check({ plan, customerId: 'u1' })).toBe(true);
  });

  it.each(['a/b', 'a.b', 'a#b', 'a$b', 'a[b', 'a]b', '', 'x'.repeat(129)])('rejects %j as a uid', (uid) => {
    expect(Compile(Uid).Check(uid)).toBe(false);
  });

  it('accepts only well-formed checkout session ids', () => {
    const id = Compile(CheckoutSessionId);
    expect(id.Check('cs_test_a1B2')).toBe(true);
    expect(id.Check('cs_prod_a1B2')).toBe(false);
    expect(id.Check('cs_test_../x')).toBe(false);
  });
});
