import { PLAN_CURRENCY, planAmount, planLookupKey, planProductId } from '@outharbor/contract/plans';
import { FIRST } from '@outharbor/contract/testing/plans';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { StripeContext } from './client.ts';
import { findPrice } from './prices.ts';

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
  const context = { stripe: { prices: { list } } } as unknown as StripeContext;
  return { find: () => findPrice(context, FIRST.name), calls: () => calls };
}

describe('findPrice', () => {
  it('finds a price by lookup key and refetches once a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { find, calls } = finderOver({});
    expect([await find(), await find()]).toEqual(['price_1', 'price_1']);
    expect(calls()).toBe(1);
    vi.advanceTimersByTime(60_000);
    await find();
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
    await expect(finderOver(change).find()).rejects.toMatchObject({ code: 'plan_not_for_sale' });
  });
});
