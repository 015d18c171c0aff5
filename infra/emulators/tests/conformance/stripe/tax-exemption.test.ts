import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession, findPrice, lineItem, SUCCESS_URL } from '../../support/stripe/checkout.ts';
import { APRIL, DAY } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { GOOD_CARD } from '../../support/stripe/on-clock.ts';
import { AT_ONCE, changeItem, vatRate } from '../../support/stripe/payer.ts';

const { stripe, emulator } = createWorld();

type Exemption = 'exempt' | 'none' | 'reverse';

describe('a customer who pays no tax', () => {
  async function createCustomer(tax_exempt: Exemption, more: Stripe.CustomerCreateParams = {}) {
    const { id } = await stripe.customers.create({
      tax_exempt,
      email: 'ada@example.com',
      address: { country: 'DE', city: 'Berlin' },
      ...GOOD_CARD,
      ...more,
    });
    return id;
  }

  async function invoiced(customer: string, more: Partial<Stripe.SubscriptionCreateParams>) {
    const { latest_invoice } = await stripe.subscriptions.create({
      customer,
      items: [{ price: await findPrice(stripe) }],
      expand: ['latest_invoice'],
      ...more,
    });
    return latest_invoice as Stripe.Invoice;
  }

  const collectTax = () => emulator.seed({ taxRegistrations: [{ country: 'DE' }] });

  const read = async (address: string | null | undefined) =>
    (await fetch(`${emulator.url}${new URL(String(address)).pathname}`)).text();

  it('is created and changed, with an event', async () => {
    const { id, tax_exempt } = await stripe.customers.create();
    expect(tax_exempt).toBe('none');
    expect(await stripe.customers.update(id, { tax_exempt: 'reverse' })).toMatchObject({
      tax_exempt: 'reverse',
    });
    const [event] = (await stripe.events.list({ type: 'customer.updated' })).data;
    expect(event?.data.previous_attributes).toEqual({ tax_exempt: 'none' });
    expect(await stripe.customers.update(id, { name: 'Ada' })).toMatchObject({ tax_exempt: 'reverse' });
    expect(await stripe.customers.update(id, { tax_exempt: '' })).toMatchObject({ tax_exempt: 'none' });
  });

  it.each([
    ['exempt', 'customer_exempt', 0],
    ['reverse', 'reverse_charge', 100_000],
  ] as const)('owes nothing of a tax rate: %s', async (exemption, taxability_reason, taxable_amount) => {
    const rate = await vatRate(stripe, 19);
    const invoice = await invoiced(await createCustomer(exemption), { default_tax_rates: [rate] });
    expect(invoice).toMatchObject({
      customer_tax_exempt: exemption,
      subtotal: 100_000,
      total: 100_000,
      amount_paid: 100_000,
      total_excluding_tax: 100_000,
      total_taxes: [{ amount: 0, taxability_reason, taxable_amount, tax_rate_details: { tax_rate: rate } }],
    });
    const page = await read(invoice.hosted_invoice_url);
    expect(page.includes('Reverse charge')).toBe(exemption === 'reverse');
    expect(page).not.toContain('VAT');
    expect((await read(invoice.invoice_pdf)).includes('Reverse charge')).toBe(exemption === 'reverse');
    const [charge] = (await stripe.charges.list()).data;
    expect((await read(charge?.receipt_url)).includes('Reverse charge')).toBe(exemption === 'reverse');
  });

  it('pays a price that includes the tax whole', async () => {
    const invoice = await invoiced(await createCustomer('exempt'), {
      default_tax_rates: [await vatRate(stripe, 19, true)],
    });
    expect(invoice).toMatchObject({ total: 100_000, total_excluding_tax: 100_000 });
  });

  it.each([
    ['exempt', 'customer_exempt'],
    ['reverse', 'reverse_charge'],
  ] as const)('owes no automatic tax: %s', async (exemption, taxability_reason) => {
    await collectTax();
    const automatic = { automatic_tax: { enabled: true } };
    const invoice = await invoiced(await createCustomer(exemption), automatic);
    expect(invoice).toMatchObject({ total: 100_000, total_taxes: [{ amount: 0, taxability_reason }] });
    const rate = String(invoice.total_taxes?.[0]?.tax_rate_details?.tax_rate);
    expect(await stripe.taxRates.retrieve(rate)).toMatchObject({ percentage: 0, country: 'DE' });
    const taxed = await invoiced(await createCustomer('none'), automatic);
    expect(taxed).toMatchObject({
      total: 119_000,
      total_taxes: [{ amount: 19_000, taxability_reason: 'standard_rated' }],
    });
  });

  it('sees no tax in a preview and at a checkout, whose session says why', async () => {
    const [customer, rate] = [await createCustomer('reverse'), await vatRate(stripe, 19)];
    const price = await findPrice(stripe);
    const items = [{ price }];
    const preview = await stripe.invoices.createPreview({
      customer,
      subscription_details: { items, default_tax_rates: [rate] },
    });
    expect(preview).toMatchObject({ total: 100_000, customer_tax_exempt: 'reverse' });
    const session = await createSession(stripe, {
      customer,
      line_items: [{ price, quantity: 1, tax_rates: [rate] }],
    });
    expect(session).toMatchObject({
      amount_total: 100_000,
      total_details: { amount_tax: 0 },
      customer_details: { tax_exempt: 'reverse' },
    });
    const paid = await emulator.pay(session.id, { card: 'visa' });
    expect(paid.session).toMatchObject({
      payment_status: 'paid',
      customer_details: { tax_exempt: 'reverse' },
    });
    const { data } = await stripe.invoices.list({ customer });
    expect(data).toMatchObject([{ total: 100_000, customer_tax_exempt: 'reverse' }]);
  });

  it('keeps the exemption of finalized invoices, and of their credit notes', async () => {
    const [customer, rate] = [await createCustomer('exempt'), await vatRate(stripe, 19)];
    await stripe.invoiceItems.create({ customer, amount: 5000, currency: 'usd', tax_rates: [rate] });
    const draft = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
    const { id } = await stripe.invoices.finalizeInvoice(draft.id ?? '');
    await stripe.customers.update(customer, { tax_exempt: 'none' });
    expect(await stripe.invoices.retrieve(id ?? '')).toMatchObject({
      customer_tax_exempt: 'exempt',
      total: 5000,
    });
    const note = await stripe.creditNotes.create({
      invoice: id ?? '',
      lines: [
        { type: 'custom_line_item', description: 'Delay', quantity: 1, unit_amount: 1000, tax_rates: [rate] },
      ],
    });
    expect(note).toMatchObject({ total: 1000, total_taxes: [{ amount: 0 }] });
  });

  it.each([
    ['none', 'exempt', -9500],
    ['exempt', 'none', 0],
  ] as const)('gets back the tax that they paid: from %s to %s', async (before, after, tax) => {
    const rate = await vatRate(stripe, 19);
    const { id: test_clock } = await stripe.testHelpers.testClocks.create({ frozen_time: APRIL });
    const customer = await createCustomer(before, { test_clock });
    const made = await stripe.subscriptions.create({
      customer,
      items: [{ price: await findPrice(stripe) }],
      default_tax_rates: [rate],
    });
    await stripe.testHelpers.testClocks.advance(test_clock, { frozen_time: APRIL + 15 * DAY });
    await emulator.settle();
    await stripe.customers.update(customer, { tax_exempt: after });
    const changed = await changeItem(stripe, made, { quantity: 2 }, AT_ONCE);
    const { lines } = changed.latest_invoice as Stripe.Invoice;
    const credit = lines.data.find(({ amount }) => amount < 0);
    expect(credit).toMatchObject({ amount: -50_000, taxes: [{ amount: tax }] });
  });

  it('is calculated without tax', async () => {
    const customer = await createCustomer('exempt');
    await collectTax();
    const calculation = await stripe.tax.calculations.create({
      customer,
      currency: 'eur',
      line_items: [{ amount: 1000, reference: 'book' }],
    });
    expect(calculation).toMatchObject({
      amount_total: 1000,
      customer_details: { taxability_override: 'customer_exempt' },
      tax_breakdown: [{ amount: 0, taxability_reason: 'customer_exempt' }],
    });
  });

  it('buys shipped goods without tax on their shipping', async () => {
    const customer = await createCustomer('exempt');
    await collectTax();
    const session = await stripe.checkout.sessions.create({
      customer,
      mode: 'payment',
      success_url: SUCCESS_URL,
      automatic_tax: { enabled: true },
      line_items: [lineItem(900, 'Mug')],
      shipping_options: [
        {
          shipping_rate_data: {
            display_name: 'Post',
            type: 'fixed_amount',
            fixed_amount: { amount: 500, currency: 'usd' },
            tax_behavior: 'exclusive',
          },
        },
      ],
    });
    expect(session).toMatchObject({ amount_total: 1400, total_details: { amount_tax: 0 } });
  });
});
