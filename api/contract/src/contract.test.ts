import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { PLAN_PRICES, PLANS, planByPrice } from './plans.ts';
import { CheckoutSessionId, CreateCheckoutSessionRequest, Uid } from './schemas.ts';

describe('plan catalogue', () => {
  it('lists the three specified plans with their prices and closings', () => {
    expect(PLANS.map(({ id, name, title, price, closings }) => [id, name, title, price, closings])).toEqual([
      [1, 'basic', 'Basic', 500, 5],
      [2, 'pro', 'Popular', 1000, 10],
      [3, 'business', 'Icebreaker', 1499, 15],
    ]);
    expect(PLANS.map((plan) => plan.price)).toEqual([...PLAN_PRICES]);
  });

  it('makes 4, 8 and 14 of the same fourteen features available', () => {
    expect(PLANS.map((plan) => plan.features.filter((feature) => feature.available).length)).toEqual([
      4, 8, 14,
    ]);
    expect(PLANS.map((plan) => plan.features.length)).toEqual([14, 14, 14]);
  });

  it('looks up a plan by its exact price', () => {
    expect(planByPrice(1499)?.name).toBe('business');
    expect(planByPrice(499)).toBeUndefined();
  });
});

describe('request schemas', () => {
  const request = Compile(CreateCheckoutSessionRequest);
  it.each([
    ['a string price', { plan: '500', customerId: 'u1' }],
    ['an unknown price', { plan: 501, customerId: 'u1' }],
    ['an array', { plan: [500], customerId: 'u1' }],
    ['an extra field', { plan: 500, customerId: 'u1', amount: 1 }],
    ['a missing customer', { plan: 500 }],
  ])('reject %s', (_name, body) => {
    expect(request.Check(body)).toBe(false);
  });

  it('accept every catalogue price', () => {
    for (const plan of PLAN_PRICES) expect(request.Check({ plan, customerId: 'u1' })).toBe(true);
  });

  it.each(['a/b', 'a.b', 'a#b', 'a$b', 'a[b', 'a]b', '', 'x'.repeat(129)])('reject %j as a uid', (uid) => {
    expect(Compile(Uid).Check(uid)).toBe(false);
  });

  it('accept only well-formed checkout session ids', () => {
    const id = Compile(CheckoutSessionId);
    expect(id.Check('cs_test_a1B2')).toBe(true);
    expect(id.Check('cs_prod_a1B2')).toBe(false);
    expect(id.Check('cs_test_../x')).toBe(false);
  });
});
