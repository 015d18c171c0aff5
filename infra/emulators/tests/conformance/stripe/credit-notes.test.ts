import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { monthlyPrice } from '../../support/stripe/checkout.ts';
import { APRIL } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { subscribedOnClock } from '../../support/stripe/on-clock.ts';
import { openInvoice, payer, subscribedPayer } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('a credit note for an open invoice', () => {
  it('reduces the amount due, and restores it when it is voided', async () => {
    const invoice = await openInvoice(world, await payer(world), [3000, 1000]);
    const note = await stripe.creditNotes.create({
      invoice: invoice.id,
      lines: [
        { type: 'custom_line_item', description: 'Late', unit_amount: 500, quantity: 2 },
        { type: 'invoice_line_item', invoice_line_item: String(invoice.lines.data[0]?.id), amount: 250 },
      ],
      memo: 'Sorry',
      reason: 'product_unsatisfactory',
    });
    expect(note).toMatchObject({
      object: 'credit_note',
      number: `${invoice.number}-CN-01`,
      status: 'issued',
      type: 'pre_payment',
      total: 1250,
      pre_payment_amount: 1250,
      post_payment_amount: 0,
      customer_balance_transaction: null,
      refunds: [],
      memo: 'Sorry',
      reason: 'product_unsatisfactory',
    });
    expect(note.lines.data.map(({ type, amount, quantity }) => [type, amount, quantity])).toEqual([
      ['custom_line_item', 1000, 2],
      ['invoice_line_item', 250, null],
    ]);
    expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({
      total: 4000,
      amount_due: 2750,
      amount_remaining: 2750,
      pre_payment_credit_notes_amount: 1250,
    });
    expect(await stripe.creditNotes.voidCreditNote(note.id)).toMatchObject({ status: 'void' });
    await expectRejection(stripe.creditNotes.voidCreditNote(note.id), { statusCode: 400 });
    expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({
      amount_due: 4000,
      pre_payment_credit_notes_amount: 0,
    });
    const second = await stripe.creditNotes.create({ invoice: invoice.id, amount: 1500 });
    expect(second.number).toBe(`${invoice.number}-CN-02`);
    expect(await stripe.invoices.pay(invoice.id)).toMatchObject({ status: 'paid', amount_paid: 2500 });
    const [charge] = (await stripe.charges.list({ customer: String(invoice.customer) })).data;
    expect(charge?.amount).toBe(2500);
    await expectRejection(stripe.creditNotes.voidCreditNote(second.id), {
      message: 'You can only void a credit note if the associated invoice is open.',
    });
    const types = (await stripe.events.list({ types: ['credit_note.created', 'credit_note.voided'] })).data;
    expect(types.map(({ type }) => type)).toEqual([
      'credit_note.created',
      'credit_note.voided',
      'credit_note.created',
    ]);
  });

  it('settles an invoice with nothing left due, and returns what the balance had paid', async () => {
    const customer = await payer(world);
    await stripe.customers.createBalanceTransaction(customer, { amount: -1500, currency: 'usd' });
    const invoice = await openInvoice(world, customer, [4000]);
    const note = await stripe.creditNotes.create({
      invoice: invoice.id,
      amount: 4000,
      credit_amount: 1500,
      expand: ['customer_balance_transaction', 'invoice'],
    });
    expect(note).toMatchObject({
      type: 'mixed',
      pre_payment_amount: 2500,
      post_payment_amount: 1500,
      customer_balance_transaction: { amount: -1500, type: 'credit_note', ending_balance: -1500 },
      invoice: {
        status: 'paid',
        amount_due: 0,
        amount_paid: 0,
        pre_payment_credit_notes_amount: 2500,
        post_payment_credit_notes_amount: 1500,
      },
    });
    expect((await stripe.charges.list({ customer })).data).toEqual([]);
    expect((await stripe.paymentIntents.list({ customer })).data).toMatchObject([{ status: 'canceled' }]);
  });

  it('reactivates a subscription whose renewal failed', async () => {
    const at = await subscribedOnClock(world, APRIL, 'fails_on_renewal');
    await at.advanceTo(Date.UTC(2027, 4, 1, 1) / 1000);
    const { id, latest_invoice } = await stripe.subscriptions.retrieve(at.subscription.id);
    const invoice = await stripe.invoices.retrieve(String(latest_invoice));
    expect(invoice.status).toBe('open');
    await stripe.creditNotes.create({ invoice: invoice.id, amount: invoice.amount_due });
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
  });
});

describe('a credit note for a paid invoice', () => {
  async function paidInvoice(amounts: readonly number[] = [6000, 4000]) {
    const invoice = await openInvoice(world, await payer(world), amounts);
    return stripe.invoices.pay(invoice.id);
  }

  it('refunds, credits the balance or records an out-of-band amount', async () => {
    const invoice = await paidInvoice();
    const note = await stripe.creditNotes.create({
      invoice: invoice.id,
      lines: [{ type: 'custom_line_item', description: 'Part', unit_amount: 600 }],
      refund_amount: 100,
      credit_amount: 200,
      out_of_band_amount: 300,
      expand: ['refunds.refund', 'customer_balance_transaction'],
    });
    expect(note).toMatchObject({
      type: 'post_payment',
      post_payment_amount: 600,
      out_of_band_amount: 300,
      refunds: [{ amount_refunded: 100, refund: { object: 'refund', amount: 100 } }],
      customer_balance_transaction: { amount: -200 },
    });
    expect(await stripe.customers.retrieve(String(invoice.customer))).toMatchObject({ balance: -200 });
    expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({
      status: 'paid',
      amount_due: 10_000,
      post_payment_credit_notes_amount: 600,
    });
    expect((await stripe.events.list({ limit: 5 })).data.map(({ type }) => type)).toEqual([
      'credit_note.created',
      'customer.updated',
      'invoice.updated',
      'charge.refunded',
      'refund.created',
    ]);
    await expectRejection(stripe.creditNotes.voidCreditNote(note.id), { statusCode: 400 });
  });

  it('has no out-of-band amount if none was recorded', async () => {
    const { id: invoice } = await paidInvoice();
    const note = await stripe.creditNotes.create({ invoice, amount: 700, refund_amount: 700 });
    expect(note).toMatchObject({ out_of_band_amount: null, post_payment_amount: 700 });
  });

  it('includes earlier refunds only once', async () => {
    const invoice = await paidInvoice();
    const { data } = await stripe.charges.list({ customer: String(invoice.customer) });
    const refund = (await stripe.refunds.create({ charge: String(data[0]?.id), amount: 700 })).id;
    const note = { invoice: invoice.id, amount: 400, refunds: [{ refund, amount_refunded: 400 }] };
    await stripe.creditNotes.create(note);
    await expectInvalid(stripe.creditNotes.create(note), 'refunds[0][refund]');
    const rest = await stripe.creditNotes.create({ ...note, amount: 300, refunds: [{ refund }] });
    expect(rest.refunds).toMatchObject([{ refund, amount_refunded: 300 }]);
    const other = await paidInvoice();
    await expectInvalid(
      stripe.creditNotes.create({
        invoice: other.id,
        amount: 100,
        refunds: [{ refund, amount_refunded: 100 }],
      }),
      'refunds[0][refund]',
    );
  });

  it('is rejected if the amounts do not add up', async () => {
    const { id: invoice } = await paidInvoice();
    await expectRejection(stripe.creditNotes.create({ invoice, amount: 200, refund_amount: 100 }), {
      statusCode: 400,
      message:
        'The sum of credit amount, refund amount and out of band amount ($1.00) must equal the credit note amount ($2.00).',
    });
    const large = stripe.creditNotes.create({ invoice, amount: 10_001, credit_amount: 10_001 });
    await expectInvalid(large, 'amount');
    await stripe.creditNotes.create({ invoice, amount: 9000, refund_amount: 9000 });
    await expectInvalid(stripe.creditNotes.create({ invoice, amount: 1001, credit_amount: 1001 }), 'amount');
    expect((await stripe.creditNotes.list({ invoice })).data).toHaveLength(1);
    expect((await stripe.refunds.list()).data).toHaveLength(1);
  });

  it('can be previewed without any effect', async () => {
    const { id: invoice, customer } = await paidInvoice();
    const params: Stripe.CreditNotePreviewParams = {
      invoice,
      lines: [{ type: 'custom_line_item', description: 'Part', unit_amount: 250, quantity: 3 }],
      refund_amount: 750,
    };
    expect(await stripe.creditNotes.preview(params)).toMatchObject({
      object: 'credit_note',
      total: 750,
      post_payment_amount: 750,
    });
    expect((await stripe.creditNotes.listPreviewLineItems(params)).data).toMatchObject([
      { object: 'credit_note_line_item', amount: 750, quantity: 3 },
    ]);
    expect((await stripe.creditNotes.list({ invoice })).data).toEqual([]);
    expect((await stripe.refunds.list()).data).toEqual([]);
    expect((await stripe.events.list({ type: 'credit_note.created' })).data).toEqual([]);
    expect(await stripe.customers.retrieve(String(customer))).toMatchObject({ balance: 0 });
  });

  it('is retrieved, updated, listed and shown on the invoice page and as a PDF', async () => {
    const invoice = await paidInvoice();
    const { id, pdf } = await stripe.creditNotes.create({
      invoice: invoice.id,
      amount: 1234,
      out_of_band_amount: 1234,
      metadata: { ticket: '7' },
    });
    const updated = await stripe.creditNotes.update(id, { memo: 'Ticket 7', metadata: { ticket: '' } });
    expect(updated).toMatchObject({ memo: 'Ticket 7', metadata: {} });
    expect(await stripe.creditNotes.retrieve(id)).toMatchObject({ id, memo: 'Ticket 7', metadata: {} });
    const { customer } = invoice;
    expect((await stripe.creditNotes.list({ customer: String(customer) })).data).toMatchObject([{ id }]);
    const other = await stripe.customers.create();
    expect((await stripe.creditNotes.list({ customer: other.id })).data).toEqual([]);
    expect((await stripe.creditNotes.listLineItems(id)).data).toMatchObject([{ amount: 1234 }]);
    const [event] = (await stripe.events.list({ type: 'credit_note.updated' })).data;
    expect(event?.data.previous_attributes).toEqual({ memo: null, metadata: { ticket: '7' } });
    const page = await fetch(`${emulator.url}${new URL(String(invoice.hosted_invoice_url)).pathname}`);
    expect(await page.text()).toContain(`Credit note ${invoice.number}-CN-01`);
    const file = await fetch(`${emulator.url}${new URL(pdf).pathname}`);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(await file.text()).toContain('Total credited: $12.34');
    await expectRejection(stripe.creditNotes.retrieve('cn_none'), { statusCode: 404 });
  });
});

describe('a credit note line', () => {
  it('includes its share of the discounts and adds up to the invoice line', async () => {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 33.3, duration: 'forever' });
    const { latest_invoice } = await subscribedPayer(world, {
      items: [{ price: await monthlyPrice(stripe, 999), quantity: 3 }],
      discounts: [{ coupon }],
    });
    const invoice = await stripe.invoices.retrieve(String(latest_invoice));
    const line = String(invoice.lines.data[0]?.id);
    const credit = async (quantity: number, credit_amount: number) =>
      stripe.creditNotes.create({
        invoice: invoice.id,
        lines: [{ type: 'invoice_line_item', invoice_line_item: line, quantity }],
        credit_amount,
      });
    expect(invoice.total).toBe(1999);
    const first = await credit(1, 666);
    expect(first).toMatchObject({ subtotal: 999, discount_amount: 333, total: 666 });
    const second = await credit(2, 1333);
    expect(second).toMatchObject({ subtotal: 1998, discount_amount: 665, total: 1333 });
    await expectInvalid(credit(1, 666), 'lines[0][quantity]');
  });

  it('is rejected if it is inconsistent', async () => {
    const invoice = await openInvoice(world, await payer(world), [1000, -200]);
    const [positive, negative] = invoice.lines.data.map(({ id }) => id);
    const credit = (line: object) =>
      stripe.creditNotes.create({
        invoice: invoice.id,
        lines: [line as Stripe.CreditNoteCreateParams.Line],
      });
    const ofInvoice = { type: 'invoice_line_item', invoice_line_item: positive };
    await expectRejection(credit({ ...ofInvoice, invoice_line_item: 'il_none', amount: 1 }), {
      code: 'resource_missing',
    });
    await expectInvalid(credit(ofInvoice), 'lines[0][amount]');
    await expectInvalid(credit({ ...ofInvoice, amount: 1001 }), 'lines[0][amount]');
    await expectInvalid(credit({ ...ofInvoice, amount: 1, unit_amount: 1 }), 'lines[0][unit_amount]');
    await expectInvalid(credit({ ...ofInvoice, invoice_line_item: negative, amount: 1 }), 'lines[0][amount]');
    await expectInvalid(credit({ type: 'custom_line_item', unit_amount: 5 }), 'lines[0][description]');
    await stripe.creditNotes.create({
      invoice: invoice.id,
      lines: [{ type: 'invoice_line_item', invoice_line_item: String(positive), amount: 100 }],
    });
    await expectInvalid(credit({ ...ofInvoice, quantity: 1 }), 'lines[0][invoice_line_item]');
    await expectInvalid(stripe.creditNotes.create({ invoice: invoice.id }), 'amount');
  });

  it('requires a finalized invoice that is not void', async () => {
    const customer = await payer(world);
    const { id: draft } = await stripe.invoices.create({ customer });
    await expectInvalid(stripe.creditNotes.create({ invoice: draft, amount: 1 }), 'invoice');
    const { id } = await openInvoice(world, customer, [1000]);
    await stripe.invoices.voidInvoice(id);
    await expectInvalid(stripe.creditNotes.create({ invoice: id, amount: 1 }), 'invoice');
  });
});
