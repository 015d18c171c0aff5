import { describe, expect, it } from 'vitest';
import { APRIL, MAY } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { subscribedOnClock } from '../../support/stripe/on-clock.ts';
import { draftInvoice, openInvoice, payByCard, payer, payerWithCard } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('a manually created invoice', () => {
  it('includes pending items, is finalized, paid and shown on a page and as a PDF', async () => {
    const customer = await payer(world);
    const item = await stripe.invoiceItems.create({
      customer,
      amount: 2500,
      currency: 'usd',
      description: 'Set-up (once)',
    });
    const draft = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
    expect(draft).toMatchObject({
      status: 'draft',
      billing_reason: 'manual',
      total: 2500,
      parent: null,
      hosted_invoice_url: null,
      auto_advance: false,
    });
    await stripe.invoiceItems.create({ customer, amount: -500, currency: 'usd', invoice: draft.id });
    await stripe.invoiceItems.update(item.id, { amount: 3000 });
    expect(await stripe.invoices.update(draft.id, { description: 'Thank you' })).toMatchObject({
      total: 2500,
      description: 'Thank you',
    });
    const open = await stripe.invoices.finalizeInvoice(draft.id);
    expect(open).toMatchObject({ status: 'open', amount_due: 2500 });
    await expectRejection(stripe.invoiceItems.update(item.id, { amount: 1 }), {
      code: 'invoice_not_editable',
    });
    const page = `${emulator.url}${new URL(String(open.hosted_invoice_url)).pathname}`;
    const unpaid = await (await fetch(page)).text();
    for (const text of ['Set-up (once)', 'To be paid', 'Amount due']) expect(unpaid).toContain(text);
    const paying = await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual' });
    expect(paying.status).toBe(303);
    expect(await stripe.invoices.retrieve(draft.id)).toMatchObject({ status: 'paid', amount_paid: 2500 });
    const paid = await (await fetch(page)).text();
    expect(paid).toMatch(/Paid on \w+ \d+, \d{4}/);
    expect(paid).toContain('<span>Amount paid</span><span>$25.00</span>');
    expect(paid).not.toContain('Amount due');
    const pdf = await fetch(`${emulator.url}${new URL(String(open.invoice_pdf)).pathname}`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(await pdf.text()).toMatch(/^%PDF-1\.4[\s\S]+Set-up \\\(once\\\): \$30\.00[\s\S]+%%EOF\n$/);
  });

  it('is voided, marked uncollectible, sent, paid out of band or deleted', async () => {
    const customer = await payer(world);
    const open = async (amount: number) => {
      const sent = { collection_method: 'send_invoice', days_until_due: 30 } as const;
      const { id } = await draftInvoice(world, customer, [amount], sent);
      return stripe.invoices.sendInvoice(id);
    };
    const first = await open(1000);
    expect(first).toMatchObject({ status: 'open', collection_method: 'send_invoice' });
    expect(await stripe.invoices.voidInvoice(first.id)).toMatchObject({ status: 'void' });
    await expectRejection(stripe.invoices.pay(first.id), { statusCode: 400 });
    const second = await open(2000);
    expect(await stripe.invoices.markUncollectible(second.id)).toMatchObject({ status: 'uncollectible' });
    expect(await stripe.invoices.pay(second.id, { paid_out_of_band: true })).toMatchObject({
      status: 'paid',
      amount_paid_off_stripe: 2000,
      attempted: false,
      attempt_count: 0,
    });
    expect((await stripe.charges.list({ customer })).data).toEqual([]);
    const waiting = await stripe.invoiceItems.create({ customer, amount: 700, currency: 'usd' });
    const draft = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
    expect(await stripe.invoices.del(draft.id)).toMatchObject({ deleted: true });
    expect((await stripe.invoiceItems.list({ customer, pending: true })).data).toEqual([]);
    await expectRejection(stripe.invoiceItems.update(waiting.id, { description: 'Again' }), {
      message: 'This invoice item has been deleted.',
      statusCode: 400,
    });
    await expectRejection(stripe.invoiceItems.del(waiting.id), {
      message: expect.stringMatching(/^Can't delete an invoice item that is attached to an invoice/),
      statusCode: 400,
    });
  });

  it('is settled by a payment that is attached to it', async () => {
    const { customer, card: payment_method } = await payerWithCard(world);
    const open = await openInvoice(world, customer, [2500]);
    const { id: payment_intent } = await payByCard(stripe, 2500, { customer, payment_method });
    const paid = await stripe.invoices.attachPayment(open.id, { payment_intent, expand: ['payments'] });
    const payments = { data: [{ amount_paid: 2500, payment: { payment_intent } }] };
    expect(paid).toMatchObject({ amount_paid: 2500, payments, status: 'paid' });
    const { id: other } = await payByCard(stripe, 2500);
    const another = await openInvoice(world, customer, [2500]);
    const attached = stripe.invoices.attachPayment(another.id, { payment_intent: other });
    await expectInvalid(attached, 'payment_intent');
  });

  it('uses the credit of the customer first, and returns it when it is voided', async () => {
    const customer = await payer(world);
    await stripe.customers.createBalanceTransaction(customer, { amount: -1500, currency: 'usd' });
    const open = await openInvoice(world, customer, [4000]);
    expect(open).toMatchObject({
      total: 4000,
      amount_due: 2500,
      starting_balance: -1500,
      ending_balance: 0,
    });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 });
    await stripe.invoices.voidInvoice(open.id);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -1500 });
    const { data } = await stripe.customers.listBalanceTransactions(customer);
    expect(data.map(({ type, amount }) => [type, amount])).toEqual([
      ['unapplied_from_invoice', -1500],
      ['applied_to_invoice', 1500],
      ['adjustment', -1500],
    ]);
  });

  it('carries an amount below the minimum charge over to the next invoice', async () => {
    const customer = await payer(world);
    expect(await openInvoice(world, customer, [49])).toMatchObject({
      status: 'paid',
      amount_due: 0,
      ending_balance: 49,
    });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 49 });
  });
});

describe('the draft of a renewal', () => {
  it('stays open for the configured time, accepts more items and is then charged', async () => {
    await emulator.setSwitches({ draftSeconds: 3600 });
    const at = await subscribedOnClock(world, APRIL);
    await at.advanceTo(MAY);
    const [draft] = (await stripe.invoices.list({ subscription: at.subscription.id })).data;
    expect(draft).toMatchObject({ status: 'draft', automatically_finalizes_at: MAY + 3600, total: 100_000 });
    await stripe.invoiceItems.create({
      customer: at.customer,
      amount: 700,
      currency: 'usd',
      invoice: String(draft?.id),
    });
    await at.advanceTo(MAY + 3600);
    expect(await stripe.invoices.retrieve(String(draft?.id))).toMatchObject({
      status: 'paid',
      total: 100_700,
    });
  });

  it('keeps its discount, which also applies to added items', async () => {
    await emulator.setSwitches({ draftSeconds: 3600 });
    const at = await subscribedOnClock(world, APRIL);
    const { id: coupon } = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
    await stripe.subscriptions.update(at.subscription.id, { discounts: [{ coupon }] });
    await at.advanceTo(MAY);
    const [draft] = (await stripe.invoices.list({ subscription: at.subscription.id })).data;
    expect(draft).toMatchObject({ status: 'draft', total: 90_000 });
    const invoice = String(draft?.id);
    await stripe.invoiceItems.create({ customer: at.customer, amount: 1000, currency: 'usd', invoice });
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({
      subtotal: 101_000,
      total: 90_900,
      amount_due: 90_900,
    });
    await at.advanceTo(MAY + 3600);
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'paid', amount_paid: 90_900 });
  });
});
