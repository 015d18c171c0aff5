import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { PLAN_PRICES, PLANS, planByPrice } from './plans.ts';
import { CheckoutSessionId, CreateCheckoutSessionRequest, Uid } from './schemas.ts';

describe('plan catalogue', () => {
  it('holds the three plans of the specification with prices and closings', () => {
    expect(PLANS.map(({ id, name, title, price, closings }) => [id, name, title, price, closings])).toEqual([
      [1, 'basic', 'Basic', 500, 5],
      [2, 'pro', 'Popular', 1000, 10],
      [3, 'business', 'Icebreaker', 1499, 15],
    ]);
    expect(PLANS.map((plan) => plan.price)).toEqual([...PLAN_PRICES]);
  });

  it('gives each plan 4, 8 and 14 available features of the same fourteen rows', () => {
    expect(PLANS.map((plan) => plan.features.filter((feature) => feature.available).length)).toEqual([
      4, 8, 14,
    ]);
    expect(PLANS.map((plan) => plan.features.length)).toEqual([14, 14, 14]);
  });

  it('finds a plan by its price and nothing by another number', () => {
    expect(planByPrice(1499)?.name).toBe('business');
    expect(planByPrice(499)).toBeUndefined();
  });
});

describe('request schemas', () => {
  const request = Compile(CreateCheckoutSessionRequest);
  it.each([
    ['a string price', { plan: '500', customerId: 'u1' }],
    ['another number', { plan: 501, customerId: 'u1' }],
    ['an array', { plan: [500], customerId: 'u1' }],
    ['an extra field', { plan: 500, customerId: 'u1', amount: 1 }],
    ['no customer', { plan: 500 }],
  ])('refuses %s', (_name, body) => {
    expect(request.Check(body)).toBe(false);
  });

  it('accepts each price of the catalogue', () => {
    for (const plan of PLAN_PRICES) expect(request.Check({ plan, customerId: 'u1' })).toBe(true);
  });

  it.each(['a/b', 'a.b', 'a#b', 'a$b', 'a[b', 'a]b', '', 'x'.repeat(129)])('refuses %j as a uid', (uid) => {
    expect(Compile(Uid).Check(uid)).toBe(false);
  });

  it('knows a checkout session id by its form', () => {
    const id = Compile(CheckoutSessionId);
    expect(id.Check('cs_test_a1B2')).toBe(true);
    expect(id.Check('cs_prod_a1B2')).toBe(false);
    expect(id.Check('cs_test_../x')).toBe(false);
  });
});
