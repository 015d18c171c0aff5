import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession, lineItem } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { vatRate } from '../../support/stripe/payer.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const { stripe, emulator } = createWorld();

type SessionParams = Stripe.Checkout.SessionCreateParams;

const WORKSHOP = lineItem(1000, 'Workshop', 2);
const BOOK = lineItem(3000, 'Book');
const ENABLED = { invoice_creation: { enabled: true } } as const;
const ADA = { card: 'visa', email: 'ada@example.com' } as const;

describe('the invoice of a one-time purchase', () => {
  const create = (changes: Partial<SessionParams> = {}) =>
    createSession(stripe, { mode: 'payment', line_items: [WORKSHOP, BOOK], ...ENABLED, ...changes });

  async function buy(changes: Partial<SessionParams> = {}) {
    const { id } = await create(changes);
    const { session } = await emulator.pay(id, ADA);
    const invoice = await stripe.invoices.retrieve(String(session.invoice), { expand: ['payments'] });
    return { session, invoice };
  }

  it('is created for a new customer once the purchase is paid, with the requested details', async () => {
    const open = await create({
      invoice_creation: {
        enabled: true,
        invoice_data: { description: 'Order 7', footer: 'Thank you.', metadata: { order: '7' } },
      },
    });
    const invoice_data = { description: 'Order 7', footer: 'Thank you.', metadata: { order: '7' } };
    expect(open).toMatchObject({ invoice: null, invoice_creation: { enabled: true, invoice_data } });
    expect((await stripe.invoices.list()).data).toEqual([]);

    const { session } = await emulator.pay(open.id, ADA);
    const customer = String(session.customer);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ email: ADA.email });
    const invoice = await stripe.invoices.retrieve(String(session.invoice), { expand: ['payments'] });
    expect(invoice).toMatchObject({
      ...invoice_data,
      customer,
      billing_reason: 'manual',
      collection_method: 'charge_automatically',
      status: 'paid',
      number: expect.stringMatching(/-0001$/),
      total: 5000,
      amount_paid: 5000,
      amount_remaining: 0,
      auto_advance: false,
      parent: null,
    });
    expect(invoice.lines.data).toMatchObject([
      { description: 'Workshop', quantity: 2, amount: 2000 },
      { description: 'Book', quantity: 1, amount: 3000 },
    ]);
    expect(invoice.payments?.data).toMatchObject([
      { amount_paid: 5000, payment: { payment_intent: session.payment_intent } },
    ]);
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });

  it('has the custom fields and rendering of the session, or else of the customer', async () => {
    const custom_fields = [{ name: 'Purchase order', value: 'PO-7' }];
    const rendering_options = { amount_tax_display: 'exclude_tax' } as const;
    const invoice_data = { custom_fields, rendering_options };
    const open = await create({ invoice_creation: { enabled: true, invoice_data } });
    expect(open.invoice_creation).toMatchObject({ invoice_data });
    const { session } = await emulator.pay(open.id, ADA);
    const invoice = await stripe.invoices.retrieve(String(session.invoice));
    expect(invoice).toMatchObject({ custom_fields, rendering: { amount_tax_display: 'exclude_tax' } });
    for (const address of [invoice.hosted_invoice_url, invoice.invoice_pdf]) {
      const { pathname } = new URL(String(address));
      const shown = await (await fetch(`${emulator.url}${pathname}`)).text();
      expect(shown).toMatch(/Purchase order.*PO-7/);
    }
    const own = [{ name: 'Cost centre', value: '12' }];
    const { id: customer } = await stripe.customers.create({
      email: ADA.email,
      invoice_settings: { custom_fields: own, footer: 'Thank you' },
    });
    expect((await buy({ customer })).invoice).toMatchObject({ custom_fields: own, footer: 'Thank you' });
    const without = { enabled: true, invoice_data: { custom_fields: '' } } as const;
    const plain = await buy({ customer, invoice_creation: without });
    expect(plain.invoice).toMatchObject({ custom_fields: null, footer: 'Thank you' });
  });

  it('sends its events before the session completes', async () => {
    await buy();
    const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).toReversed();
    const told = types.filter((type) => type.startsWith('invoice.') || type.startsWith('checkout.'));
    expect(told).toEqual([
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
      'checkout.session.completed',
    ]);
  });

  it('is created for a known customer, whose balance does not change', async () => {
    const { id: customer } = await stripe.customers.create({ email: ADA.email, balance: -700 });
    const { session, invoice } = await buy({ customer });
    expect([session.customer, invoice.customer]).toEqual([customer, customer]);
    expect(invoice.total).toBe(5000);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -700 });
  });

  it('has the discounts and taxes shown on the page', async () => {
    await stripe.coupons.create({ id: 'TENTH', percent_off: 10 });
    const rate = await vatRate(stripe, 19);
    const { session, invoice } = await buy({
      line_items: [{ ...WORKSHOP, tax_rates: [rate] }, BOOK],
      discounts: [{ coupon: 'TENTH' }],
    });
    expect(session.amount_total).toBe(1800 + 342 + 2700);
    expect(invoice).toMatchObject({
      subtotal: 5000,
      total: session.amount_total,
      total_discount_amounts: [{ amount: 500 }],
      total_taxes: [{ amount: 342, taxable_amount: 1800 }],
    });
    expect(invoice.lines.data.map(({ discount_amounts }) => discount_amounts?.[0]?.amount)).toEqual([
      200, 300,
    ]);
    expect(await stripe.coupons.retrieve('TENTH')).toMatchObject({ times_redeemed: 1 });
    const expanded = await stripe.invoices.retrieve(invoice.id ?? '', { expand: ['discounts'] });
    expect(expanded.discounts).toMatchObject([
      { checkout_session: session.id, invoice: invoice.id, subscription: null },
    ]);
  });

  it('is created as paid if the total is zero', async () => {
    await stripe.coupons.create({ id: 'ALL', percent_off: 100 });
    const { session, invoice } = await buy({ discounts: [{ coupon: 'ALL' }] });
    expect(session.payment_status).toBe('no_payment_required');
    expect(invoice).toMatchObject({ status: 'paid', total: 0, amount_paid: 0 });
  });

  it('is created once a bank debit succeeds, and not if it fails', async () => {
    const pay = async (card: 'bank_debit' | 'bank_debit_fails') => {
      const { id } = await create();
      const { session } = await emulator.pay(id, { ...ADA, card });
      expect(session).toMatchObject({ payment_status: 'unpaid', invoice: null });
      return id;
    };
    const [paid, failed] = [await pay('bank_debit'), await pay('bank_debit_fails')];
    await emulator.advanceTime({ days: 3, seconds: 1 });
    const { invoice } = await stripe.checkout.sessions.retrieve(paid, { expand: ['invoice'] });
    expect(invoice).toMatchObject({ status: 'paid', total: 5000 });
    expect(await stripe.checkout.sessions.retrieve(failed)).toMatchObject({ invoice: null });
    expect((await stripe.invoices.list()).data).toHaveLength(1);
  });

  it('is created only in payment mode', async () => {
    const rejected = createSession(stripe, { mode: 'setup', currency: 'usd', ...ENABLED });
    await expectRejection(rejected, {
      statusCode: 400,
      message: expect.stringMatching(
        /^You can only enable invoice creation when `mode` is set to `payment`\./,
      ),
    });
    expect(await create({ invoice_creation: { enabled: false } })).toMatchObject({
      customer_creation: 'if_required',
      invoice_creation: { enabled: false },
    });
  });
});
