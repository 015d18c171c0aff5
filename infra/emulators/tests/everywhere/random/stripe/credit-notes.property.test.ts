import fc from 'fast-check';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../../support/stripe/forms.ts';
import { openInvoice, payer } from '../../../support/stripe/payer.ts';

const share = fc.integer({ min: 1, max: 100 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('credit' as const),
      /** Percent of what can still be credited: of a line by its position, or of the invoice. */
      share,
      line: fc.option(fc.nat(3)),
      refunded: share,
      toBalance: share,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pay' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const), share }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('an invoice with random credit notes, refunds and payments', () => {
  const world = createWorld();
  const { stripe, emulator } = world;

  async function state(id: string, customer: string) {
    const invoice = await stripe.invoices.retrieve(id);
    const notes = (await stripe.creditNotes.list({ invoice: id, limit: 100 })).data;
    const [charge] = (await stripe.charges.list({ customer })).data;
    const owner = (await stripe.customers.retrieve(customer)) as Stripe.Customer;
    return { invoice, notes, charge, balance: owner.balance };
  }

  async function credit(
    { invoice, notes, charge }: Awaited<ReturnType<typeof state>>,
    action: Extract<Step, { kind: 'credit' }>,
  ): Promise<void> {
    const standing = notes.filter(({ status }) => status === 'issued');
    const refundedByNotes = sum(
      standing.flatMap(({ refunds }) => refunds.map((part) => part.amount_refunded)),
    );
    // A refund that no credit note covers counts as credited too.
    const refundedElsewhere = (charge?.amount_refunded ?? 0) - refundedByNotes;
    const left = invoice.total - sum(standing.map(({ total }) => total)) - refundedElsewhere;
    const line = invoice.lines.data[action.line ?? -1];
    const credited = standing
      .flatMap(({ lines }) => lines.data)
      .filter(({ invoice_line_item: id }) => id === line?.id);
    const ofLine = (line?.amount ?? left) - sum(credited.map(({ amount }) => amount));
    const amount = takePercent(Math.min(left, ofLine), action.share);
    if (amount <= 0) return;
    const post = amount - Math.min(amount, invoice.amount_remaining);
    const refundable = (charge?.amount ?? 0) - (charge?.amount_refunded ?? 0);
    const refund_amount = Math.min(refundable, takePercent(post, action.refunded));
    const credit_amount = takePercent(post - refund_amount, action.toBalance);
    const params: Stripe.CreditNoteCreateParams = {
      invoice: invoice.id,
      refund_amount,
      credit_amount,
      out_of_band_amount: post - refund_amount - credit_amount,
      ...(line === undefined
        ? { amount }
        : { lines: [{ type: 'invoice_line_item', invoice_line_item: line.id, amount }] }),
    };
    const preview = await stripe.creditNotes.preview(params);
    const note = await stripe.creditNotes.create(params);
    const parts = (of: Stripe.CreditNote) => [of.total, of.pre_payment_amount, of.post_payment_amount];
    expect(parts(preview)).toEqual(parts(note));
  }

  async function take(id: string, customer: string, action: Step): Promise<void> {
    const now = await state(id, customer);
    const isOpen = now.invoice.status === 'open';
    const [last] = now.notes.filter(({ status }) => status === 'issued');
    if (action.kind === 'credit') await credit(now, action);
    else if (action.kind === 'pay' && isOpen) await stripe.invoices.pay(id);
    else if (action.kind === 'void' && isOpen && last) await stripe.creditNotes.voidCreditNote(last.id);
    else if (action.kind === 'refund' && now.charge !== undefined) {
      const amount = takePercent(now.charge.amount - now.charge.amount_refunded, action.share);
      if (amount > 0) await stripe.refunds.create({ charge: now.charge.id, amount });
    }
  }

  async function expectConsistent(id: string, customer: string, before: number): Promise<void> {
    const { invoice, notes, charge, balance } = await state(id, customer);
    for (const note of notes) {
      expect(sum(note.lines.data.map(({ amount }) => amount))).toBe(note.total);
      expect(note.pre_payment_amount + note.post_payment_amount).toBe(note.total);
    }
    const issued = notes.filter(({ status }) => status === 'issued');
    const pre = sum(issued.map((note) => note.pre_payment_amount));
    const post = sum(issued.map((note) => note.post_payment_amount));
    expect([invoice.pre_payment_credit_notes_amount, invoice.post_payment_credit_notes_amount]).toEqual([
      pre,
      post,
    ]);
    expect(pre + post).toBeLessThanOrEqual(invoice.total);
    const applied = Number(invoice.ending_balance) - invoice.starting_balance;
    expect(invoice.amount_due).toBe(invoice.total - applied - pre);
    expect(charge?.amount ?? 0).toBe(invoice.amount_paid);
    expect(invoice.status === 'open').toBe(invoice.amount_remaining > 0);
    const refunded = sum(issued.flatMap(({ refunds }) => refunds.map((part) => part.amount_refunded)));
    const elsewhere = sum(issued.map((note) => note.out_of_band_amount ?? 0));
    // The customer's balance receives what was neither refunded nor credited out of band.
    expect(balance).toBe(before + applied - (post - refunded - elsewhere));
    const refunds = (await stripe.refunds.list({ limit: 100 })).data;
    expect(sum(refunds.map(({ amount }) => amount))).toBe(charge?.amount_refunded ?? 0);
  }

  const runs = Number(process.env.PROPERTY_RUNS ?? 12);
  const invoiced = fc.record({
    amounts: fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 4 }),
    balance: fc.integer({ min: -20_000, max: 20_000 }),
  });

  it(
    'loses no credit and keeps every sum consistent',
    async () => {
      const steps = fc.array(step, { minLength: 2, maxLength: 10 });
      const property = fc.asyncProperty(invoiced, steps, async ({ amounts, balance }, taken) => {
        await emulator.reset();
        const customer = await payer(world);
        if (balance !== 0) {
          await stripe.customers.createBalanceTransaction(customer, {
            amount: balance,
            currency: 'usd',
          });
        }
        const { id } = await openInvoice(world, customer, amounts);
        for (const action of taken) {
          await take(id, customer, action);
          await expectConsistent(id, customer, balance);
        }
      });
      await fc.assert(property, { numRuns: runs });
    },
    60_000 * Math.max(1, runs / 12),
  );
});

function takePercent(amount: number, percent: number): number {
  return Math.ceil((amount * percent) / 100);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((whole, amount) => whole + amount, 0);
}
