import { PLAN_CURRENCY, planAmount, planLookupKey, planProductId } from '@outharbor/contract/plans';
import { FIRST } from '@outharbor/contract/testing/plans';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createPriceFinder } from './prices.ts';

const monthly = { interval: 'month', interval_count: 1 };
const basic = {
  id: 'price_1',
  product: planProductId(FIRST),
  lookup_key: planLookupKey(FIRST),
  unit_amount: planAmount(FIRST),
  currency: PLAN_CURRENCY,
};

function finderOver(price: object) {
  let calls = 0;
  const list = async () => {
    calls += 1;
    return { data: [{ ...basic, recurring: monthly, ...price }] };
  };
  let time = 0;
  const { find } = createPriceFinder({ prices: { list } } as unknown as Stripe, () => time);
  const wait = (ms: number) => {
    time += ms;
  };
  return { find, calls: () => calls, wait };
}

describe('createPriceFinder', () => {
  it('finds a price by lookup key and refetches once a minute', async () => {
    const { find, calls, wait } = finderOver({});
    expect([await find(FIRST.name), await find(FIRST.name)]).toEqual(['price_1', 'price_1']);
    expect(calls()).toBe(1);
    wait(60_000);
    await find(FIRST.name);
    expect(calls()).toBe(2);
  });

  it.each([
    ['with another amount', { unit_amount: 100 }],
    ['in another currency', { currency: 'xts' }],
    ['billed yearly', { recurring: { interval: 'year', interval_count: 1 } }],
    ['billed every two months', { recurring: { interval: 'month', interval_count: 2 } }],
    ['that is not recurring', { recurring: null }],
    ['of another product that the lookup key was moved to', { product: 'prod_foreign' }],
    ['with another lookup key', { lookup_key: 'basic_yearly' }],
  ])('rejects a price %s', async (_name, change) => {
    await expect(finderOver(change).find(FIRST.name)).rejects.toMatchObject({ code: 'plan_not_for_sale' });
  });
});
