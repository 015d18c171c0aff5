import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PricedPeriod, prorate } from './prorate.ts';

const START = Date.UTC(2027, 3, 1) / 1000;
const MONTH = 30 * 86_400;
const ITEM: PricedPeriod = {
  id: 'si_1',
  price: 'price_10',
  unit_amount: 1000,
  cost: 1000,
  quantity: 1,
  discount_amounts: [],
  period_start: START,
  period_end: START + MONTH,
};

const priced = (items: readonly PricedPeriod[]) =>
  items.map((item) => ({ ...item, cost: item.unit_amount * item.quantity }));

const amounts = (before: readonly PricedPeriod[], after: readonly PricedPeriod[], time: number) =>
  prorate(priced(before), priced(after), time).map(({ amount }) => amount);

describe('prorate', () => {
  it('shares the discounts of an item', () => {
    const discounted = { ...ITEM, discount_amounts: [{ discount: 'di_1', amount: 100 }] };
    const shares = prorate([discounted], [], START + MONTH / 4);
    expect(shares).toMatchObject([{ amount: -675, discount_amounts: [{ discount: 'di_1', amount: -75 }] }]);
  });

  it('is accurate to the second and rounds each line separately', () => {
    const third = START + MONTH / 3;
    expect(amounts([ITEM], [{ ...ITEM, quantity: 2 }], third)).toEqual([-667, 1333]);
    const dear = { ...ITEM, unit_amount: MONTH };
    expect(amounts([], [dear], START + MONTH - 1)).toEqual([1]);
    expect(amounts([], [{ ...ITEM, unit_amount: MONTH / 2 + 1 }], START + MONTH - 1)).toEqual([1]);
    expect(amounts([], [{ ...ITEM, unit_amount: MONTH / 2 - 1 }], START + MONTH - 1)).toEqual([0]);
  });

  it('rounds half a cent in favor of the customer', () => {
    const last = START + MONTH - MONTH / 400;
    expect(amounts([ITEM], [{ ...ITEM, quantity: 3 }], last)).toEqual([-3, 7]);
    expect(amounts([ITEM], [{ ...ITEM, unit_amount: 1800 }], last)).toEqual([-3, 4]);
  });

  it('omits unchanged items and zero amounts', () => {
    const other = { ...ITEM, id: 'si_2', price: 'price_5', unit_amount: 500 };
    expect(amounts([ITEM], [ITEM, other], START + MONTH / 2)).toEqual([250]);
    expect(amounts([ITEM, other], [ITEM], START + MONTH / 2)).toEqual([-250]);
    const free = { ...ITEM, unit_amount: 0 };
    expect(amounts([free], [{ ...free, quantity: 5 }], START + 1)).toEqual([]);
    expect(amounts([{ ...ITEM, quantity: 0 }], [ITEM], START)).toEqual([1000]);
  });

  it('bills each price for its time, with at most half a cent of rounding per line', () => {
    const moments = fc.uniqueArray(fc.integer({ min: 0, max: MONTH }), { minLength: 1, maxLength: 6 });
    const offer = fc.record({ unit_amount: fc.integer({ min: 0, max: 99_999_999 }), quantity: fc.nat(1000) });
    fc.assert(
      fc.property(moments, fc.array(offer, { minLength: 7, maxLength: 7 }), (times, offers) => {
        const steps = times.toSorted((a, b) => a - b);
        const items = offers.map((given, index) => ({ ...ITEM, ...given, price: `price_${index}` }));
        const [first] = items as [PricedPeriod];
        let billed = first.unit_amount * first.quantity;
        let lines = 0;
        let exact = 0;
        let current = first;
        let since = 0;
        for (const [index, step] of steps.entries()) {
          const next = items[index + 1] as PricedPeriod;
          const made = amounts([current], [next], START + step);
          billed += made.reduce((sum, amount) => sum + amount, 0);
          lines += made.length;
          exact += (current.unit_amount * current.quantity * (step - since)) / MONTH;
          [current, since] = [next, step];
        }
        exact += (current.unit_amount * current.quantity * (MONTH - since)) / MONTH;
        expect(Math.abs(billed - exact)).toBeLessThanOrEqual(lines / 2 + 1e-3);
      }),
    );
  });
});
