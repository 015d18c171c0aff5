import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { monthlyPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { draftInvoice, openInvoice, payer, subscribedPayer } from '../../support/stripe/payer.ts';
import {
  expectInvalid,
  expectRejection,
  expectRejections,
  readRejection,
} from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

const DAY = 86_400;
const HOUR = 3600;

async function draft(params: Stripe.InvoiceCreateParams = {}, amount = 2300) {
  const customer = params.customer ?? (await payer(world));
  return draftInvoice(world, customer, [amount], params);
}

async function subscribed(price?: string) {
  const { customer, id } = await subscribedPayer(world, price === undefined ? {} : { items: [{ price }] });
  return { customer, subscription: id };
}

/** Pays an invoice and returns its payment. */
async function payInvoice(id: string): Promise<Stripe.PaymentIntent> {
  const { invoices, paymentIntents } = stripe;
  const { payments } = await invoices.pay(id, { expand: ['payments'] });
  return paymentIntents.retrieve(String(payments?.data[0]?.payment.payment_intent));
}

describe('the due date of a draft', () => {
  const sent = { collection_method: 'send_invoice', days_until_due: 10 } as const;

  it('changes without naming how the invoice is collected', async () => {
    const { invoices } = stripe;
    const { id, created, due_date } = await draft(sent);
    expect(due_date).toBe(created + 10 * DAY);
    const date = created + 25 * DAY;
    expect(await invoices.update(id, { due_date: date })).toMatchObject({ due_date: date });
    expect(await invoices.update(id, { collection_method: 'send_invoice' })).toMatchObject({
      due_date: date,
    });
    const later = await invoices.update(id, { days_until_due: 30 });
    expect(Number(later.due_date) - created).toBeGreaterThanOrEqual(30 * DAY);
    const charged = await invoices.update(id, { collection_method: 'charge_automatically' });
    expect(charged.due_date).toBeNull();
    await expectRejection(invoices.update(id, { due_date: date }), { statusCode: 400 });
  });
});

describe('the automatic collection of an open invoice', () => {
  it('starts and stops on request', async () => {
    const { id, created } = await draft();
    expect(await stripe.invoices.finalizeInvoice(id)).toMatchObject({ next_payment_attempt: null });
    expect(await stripe.invoices.update(id, { auto_advance: true })).toMatchObject({
      next_payment_attempt: created + HOUR,
    });
    await stripe.invoices.update(id, { auto_advance: false });
    await emulator.advanceTime({ hours: 3 });
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ status: 'open', next_payment_attempt: null });
    await stripe.invoices.update(id, { auto_advance: true });
    await emulator.settle();
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ status: 'paid' });
  });

  it('does not follow a payment on request that is declined while it is off', async () => {
    const { id } = await draft({ customer: await payer(world, 'pm_card_chargeCustomerFail') });
    await stripe.invoices.finalizeInvoice(id);
    await readRejection(stripe.invoices.pay(id));
    const unpaid = { status: 'open', attempt_count: 1, next_payment_attempt: null };
    expect(await stripe.invoices.retrieve(id)).toMatchObject(unpaid);
    await emulator.advanceTime({ days: 10 });
    expect(await stripe.invoices.retrieve(id)).toMatchObject(unpaid);
  });

  it('does not retry a declined payment once it is off', async () => {
    const customer = await payer(world, 'pm_card_chargeCustomerFail');
    const { id } = await draft({ customer });
    await stripe.invoices.finalizeInvoice(id, { auto_advance: true });
    await emulator.advanceTime({ hours: 2 });
    const failed = await stripe.invoices.retrieve(id);
    expect(failed).toMatchObject({ status: 'open', attempt_count: 1 });
    expect(failed.next_payment_attempt).not.toBeNull();
    await stripe.invoices.update(id, { auto_advance: false });
    await emulator.advanceTime({ days: 10 });
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ attempt_count: 1 });
  });
});

describe('an invoice', () => {
  it('is paid when it is sent if it is free', async () => {
    const { id } = await draft({ collection_method: 'send_invoice', days_until_due: 3 }, 0);
    expect(await stripe.invoices.sendInvoice(id)).toMatchObject({ status: 'paid', amount_due: 0 });
  });

  it('gives discounts on no negative amount unless told otherwise', async () => {
    const { invoiceItems } = stripe;
    const customer = await payer(world);
    const item = { customer, currency: 'usd', quantity: 3 };
    const each = (unit_amount_decimal: string, discountable?: boolean) =>
      invoiceItems.create({
        ...item,
        unit_amount_decimal: unit_amount_decimal as never,
        ...(discountable === undefined ? {} : { discountable }),
      });
    expect(await each('-120.5')).toMatchObject({ amount: -361, discountable: false });
    expect(await each('-120.5', true)).toMatchObject({ discountable: true });
    expect(await each('120.5')).toMatchObject({ discountable: true });
  });
});

describe('an invoice with items', () => {
  // Source: docs.stripe.com/changelog/2016-02-22/no-more-than-250-invoice-items.
  it('has 250 at most, pending ones included', async () => {
    const { invoiceItems, invoices } = stripe;
    const customer = await payer(world);
    const { id: invoice } = await invoices.create({ customer, currency: 'usd' });
    const item = { customer, amount: 100, currency: 'usd' };
    const { id: pending } = await invoiceItems.create(item);
    await invoices.addLines(invoice, { lines: Array.from({ length: 250 }, () => ({ amount: 100 })) });
    for (let count = 1; count < 250; count += 1) await invoiceItems.create(item);
    const attempts = [
      invoiceItems.create({ ...item, invoice }),
      invoices.addLines(invoice, { lines: [{ invoice_item: pending }] }),
      invoiceItems.create(item),
    ];
    await expectRejections(attempts, {
      statusCode: 400,
      message: expect.stringMatching(/250 invoice items/),
    });
  });
});

describe('the balance of a customer', () => {
  it('applies to invoices in its own currency only', async () => {
    const { customers } = stripe;
    const customer = await payer(world);
    await customers.createBalanceTransaction(customer, { amount: -600, currency: 'eur' });
    const finalized = (currency: string) => openInvoice(world, customer, [2000], { currency });
    expect(await finalized('usd')).toMatchObject({ amount_due: 2000, starting_balance: 0 });
    expect(await customers.retrieve(customer)).toMatchObject({ balance: -600, currency: 'eur' });
    expect(await finalized('eur')).toMatchObject({ amount_due: 1400, starting_balance: -600 });
    expect(await customers.retrieve(customer)).toMatchObject({ balance: 0 });
  });

  it('is kept by currency', async () => {
    const { creditNotes, customers, invoices } = stripe;
    const customer = await payer(world);
    const read = () => customers.retrieve(customer, { expand: ['invoice_credit_balance'] });
    await customers.createBalanceTransaction(customer, { amount: -600, currency: 'usd' });
    const noted = await customers.createBalanceTransaction(customer, { amount: -900, currency: 'cad' });
    expect(noted).toMatchObject({ currency: 'cad', ending_balance: -900 });
    expect(await read()).toMatchObject({
      balance: -600,
      currency: 'usd',
      invoice_credit_balance: { usd: -600, cad: -900 },
    });
    const billed = async (currency: string, amount: number) =>
      invoices.pay((await draftInvoice(world, customer, [amount], { currency })).id);
    expect(await billed('cad', 2000)).toMatchObject({
      amount_due: 1100,
      starting_balance: -900,
      ending_balance: 0,
    });
    const { id: invoice } = await billed('eur', 1500);
    await creditNotes.create({ invoice, amount: 400, credit_amount: 400 });
    await billed('gbp', 20);
    expect(await read()).toMatchObject({
      balance: -600,
      currency: 'usd',
      invoice_credit_balance: { usd: -600, eur: -400, gbp: 20 },
    });
    const { data } = await customers.listBalanceTransactions(customer);
    expect(data.map(({ amount, currency, type }) => [type, currency, amount])).toEqual([
      ['invoice_too_small', 'gbp', 20],
      ['credit_note', 'eur', -400],
      ['applied_to_invoice', 'cad', 900],
      ['adjustment', 'cad', -900],
      ['adjustment', 'usd', -600],
    ]);
    const credited = await customers.listBalanceTransactions(customer, { invoice, created: { gt: 0 } });
    expect(credited.data).toMatchObject([{ currency: 'eur', type: 'credit_note' }]);
  });
});

describe('an invoice for a subscription', () => {
  it('includes only the pending items of the subscription', async () => {
    const { invoiceItems, invoices } = stripe;
    const at = await subscribed();
    await invoiceItems.create({ customer: at.customer, amount: 510, currency: 'usd' });
    await invoiceItems.create({ ...at, amount: 730, currency: 'usd' });
    expect(await invoices.create(at)).toMatchObject({ total: 730 });
    expect(
      await invoices.create({ customer: at.customer, pending_invoice_items_behavior: 'include' }),
    ).toMatchObject({ total: 510 });
  });

  it('is paid with its own payment method before that of the subscription', async () => {
    const { paymentMethods, subscriptions } = stripe;
    const at = await subscribed();
    const of = { customer: at.customer };
    const other = await paymentMethods.attach('pm_card_mastercard', of);
    const usual = await paymentMethods.attach('pm_card_amex', of);
    await subscriptions.update(at.subscription, { default_payment_method: usual.id });
    const method = async (default_payment_method?: string) => {
      const { id } = await draft({ ...at, ...(default_payment_method && { default_payment_method }) });
      return (await payInvoice(id)).payment_method;
    };
    expect(await method(other.id)).toBe(other.id);
    expect(await method()).toBe(usual.id);
  });

  it('has the statement descriptor of its first product, or its own', async () => {
    const { charges, invoices, products } = stripe;
    const { id: product } = await products.create({ name: 'Desk', statement_descriptor: 'ROW DESKS' });
    const at = await subscribed(await monthlyPrice(stripe, 900, { product }));
    const [first] = (await invoices.list(at)).data;
    expect(first).toMatchObject({ statement_descriptor: 'ROW DESKS' });
    expect((await charges.list({ customer: at.customer })).data).toMatchObject([
      { statement_descriptor: 'ROW DESKS' },
    ]);
    expect(await draft(at)).toMatchObject({ statement_descriptor: 'ROW DESKS' });
    expect(await draft({ ...at, statement_descriptor: 'ROW CHAIRS' })).toMatchObject({
      statement_descriptor: 'ROW CHAIRS',
    });
  });
});

describe('a credit note for an invoice with a refund', () => {
  async function refunded() {
    const { id: invoice } = await openInvoice(world, await payer(world), [5000]);
    const { id: payment_intent } = await payInvoice(invoice);
    return { invoice, refund: await stripe.refunds.create({ payment_intent, amount: 1200 }) };
  }

  it('credits at most what the refund left', async () => {
    const { creditNotes } = stripe;
    const { invoice } = await refunded();
    const credit = (amount: number) => creditNotes.create({ invoice, amount, credit_amount: amount });
    await expectInvalid(credit(3801), 'amount');
    expect(await credit(3800)).toMatchObject({ post_payment_amount: 3800 });
  });

  it('credits the refund too if it names it', async () => {
    const { creditNotes } = stripe;
    const { invoice, refund } = await refunded();
    const refunds = [{ refund: refund.id, amount_refunded: 1200 }];
    const whole = creditNotes.create({ invoice, amount: 5000, credit_amount: 3800, refunds });
    expect(await whole).toMatchObject({ post_payment_amount: 5000 });
  });
});
