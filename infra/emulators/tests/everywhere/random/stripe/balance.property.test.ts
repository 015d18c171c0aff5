import fc from 'fast-check';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { expectAgreement } from '../../../support/stripe/disagreements.ts';
import { createWorld } from '../../../support/stripe/forms.ts';
import { payer } from '../../../support/stripe/payer.ts';

const position = fc.nat(9);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      amount: fc.integer({ min: 50, max: 9_999_999 }),
      currency: fc.constantFrom('usd', 'usd', 'eur'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      position,
      share: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('dispute' as const), position, inquiry: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), position, won: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 3 }) }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('the balance after random payments, refunds, disputes and days', () => {
  const world = createWorld();
  const { stripe, emulator } = world;

  async function take(customer: string, method: string, action: Step): Promise<void> {
    if (action.kind === 'wait') {
      await emulator.advanceTime({ days: action.days });
      return;
    }
    if (action.kind === 'pay') {
      const { amount, currency } = action;
      const payment = {
        customer,
        amount,
        currency,
        payment_method: method,
        confirm: true,
        off_session: true,
      };
      await stripe.paymentIntents.create(payment);
      return;
    }
    if (action.kind === 'close') {
      const { data } = await stripe.disputes.list({ limit: 100 });
      const open = data.filter(({ status }) => status === 'needs_response');
      const dispute = open[action.position % Math.max(1, open.length)];
      const status = action.won ? 'won' : 'lost';
      if (dispute !== undefined) await emulator.closeDispute(dispute.id, { status });
      return;
    }
    const { data } = await stripe.charges.list({ limit: 100 });
    const whole = data.filter((charge) => !charge.disputed && !charge.refunded);
    const charge = whole[action.position % Math.max(1, whole.length)];
    if (charge === undefined) return;
    if (action.kind === 'dispute') {
      await emulator.dispute(charge.id, { inquiry: action.inquiry });
      return;
    }
    const amount = Math.ceil(((charge.amount - charge.amount_refunded) * action.share) / 100);
    await stripe.refunds.create({ charge: charge.id, amount });
  }

  async function expectConsistentBalance(): Promise<void> {
    const all = { limit: 100 };
    await emulator.settle();
    const [transactions, charges, refunds, disputes] = await Promise.all([
      stripe.balanceTransactions.list(all),
      stripe.charges.list(all),
      stripe.refunds.list(all),
      stripe.disputes.list(all),
    ]);
    const sources = [
      ...charges.data.map(({ id }) => id),
      ...refunds.data.map(({ id }) => id),
      ...disputes.data.flatMap((dispute) => dispute.balance_transactions.map(() => dispute.id)),
    ];
    expect(transactions.data.map(({ source }) => String(source)).sort()).toEqual(sources.sort());
    for (const { amount, fee, net } of transactions.data) expect(net).toBe(amount - fee);
    for (const currency of ['usd', 'eur']) {
      const of = <T extends { currency: string }>({ data }: Stripe.ApiList<T>) =>
        data.filter((entry) => entry.currency === currency);
      const entries = of(transactions);
      const lost = of(disputes).filter(({ status }) => status === 'lost' || status === 'needs_response');
      expect(sum(entries.map(({ amount }) => amount))).toBe(
        sum(of(charges).map(({ amount }) => amount)) -
          sum(of(refunds).map(({ amount }) => amount)) -
          sum(lost.map(({ amount }) => amount)),
      );
      const { available, pending } = await stripe.balance.retrieve();
      const funds = [...available, ...pending].filter((entry) => entry.currency === currency);
      expect(sum(funds.map(({ amount }) => amount))).toBe(sum(entries.map(({ net }) => net)));
    }
  }

  const runs = Number(process.env.PROPERTY_RUNS ?? 12);

  it(
    'is the sum of payments less refunds, disputes and fees',
    async () => {
      const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        await emulator.reset();
        const customer = await payer(world);
        const [method] = (await stripe.paymentMethods.list({ customer })).data;
        for (const action of steps) {
          await take(customer, String(method?.id), action);
          await expectAgreement(emulator);
        }
        await expectConsistentBalance();
      });
      await fc.assert(property, { numRuns: runs });
    },
    60_000 * Math.max(1, runs / 12),
  );
});

function sum(amounts: readonly number[]): number {
  return amounts.reduce((whole, amount) => whole + amount, 0);
}
