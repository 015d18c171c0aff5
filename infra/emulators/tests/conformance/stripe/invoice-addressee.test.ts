import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';

const { stripe, emulator } = createWorld();

const BEFORE = {
  name: 'Ada & Söhne',
  email: 'ada@example.com',
  address: { line1: 'Hafenstr. 1', postal_code: '20457', city: 'Hamburg', country: 'DE' },
} satisfies Stripe.CustomerCreateParams;

describe('an invoice', () => {
  async function createDraft(changes: Stripe.InvoiceCreateParams = {}) {
    const { id: customer } = await stripe.customers.create({
      ...BEFORE,
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
      tax_id_data: [{ type: 'eu_vat', value: 'DE123456789' }],
    });
    await stripe.invoiceItems.create({
      customer,
      amount: 5000,
      currency: 'usd',
      description: 'Set-up',
    });
    const { id } = await stripe.invoices.create({
      customer,
      pending_invoice_items_behavior: 'include',
      ...changes,
    });
    return { customer, id };
  }

  const rename = (customer: string) =>
    stripe.customers.update(customer, {
      name: 'Eve Ltd',
      email: 'eve@example.com',
      address: { line1: '1 Quay', city: 'Hull', country: 'GB' },
    });

  const read = async (address: string | null | undefined) =>
    (await fetch(`${emulator.url}${new URL(String(address)).pathname}`)).text();

  it('follows the customer details while it is a draft, and keeps them once it is finalized', async () => {
    const { customer, id } = await createDraft();
    await rename(customer);
    const draft = await stripe.invoices.retrieve(id);
    expect(draft).toMatchObject({ customer_name: 'Eve Ltd', customer_email: 'eve@example.com' });
    await stripe.customers.update(customer, BEFORE);
    const finalized = await stripe.invoices.finalizeInvoice(id);
    await rename(customer);
    const [number] = (await stripe.customers.listTaxIds(customer)).data;
    await stripe.customers.deleteTaxId(customer, number?.id ?? '');
    const later = await stripe.invoices.retrieve(id);
    expect(later).toMatchObject({
      customer_name: BEFORE.name,
      customer_email: BEFORE.email,
      customer_address: BEFORE.address,
      customer_tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
    });
    expect(later.customer_address).toEqual(finalized.customer_address);
    await stripe.customers.del(customer);
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ customer_name: BEFORE.name });
  });

  it('shows the customer details on its page and PDF, with its description and footer', async () => {
    const { id } = await createDraft({ description: 'Order 7\nin two parts', footer: 'Thank you.' });
    const { hosted_invoice_url: page, invoice_pdf: file } = await stripe.invoices.finalizeInvoice(id);
    const html = await read(page);
    expect(html).toContain('Bill to');
    expect(html).toContain(
      'Ada &amp; Söhne\nHafenstr. 1\n20457 Hamburg\nGermany\nada@example.com\nEU VAT DE123456789',
    );
    for (const text of ['Order 7\nin two parts', 'Thank you.']) expect(html).toContain(text);
    const lines = Array.from((await read(file)).matchAll(/\((.*?)\) Tj/g), ([, line]) => line);
    expect(lines).toEqual([
      expect.stringMatching(/^Invoice /),
      expect.any(String),
      '',
      'Bill to',
      expect.stringMatching(/^Ada & S/),
      'Hafenstr. 1',
      '20457 Hamburg',
      'Germany',
      'ada@example.com',
      'EU VAT DE123456789',
      '',
      'Order 7',
      'in two parts',
      '',
      'Set-up: $50.00',
      'Total: $50.00',
      'Amount due: $50.00',
      '',
      'Thank you.',
    ]);
  });

  it('omits customer details if there are none', async () => {
    const { id: customer } = await stripe.customers.create();
    const { id } = await stripe.invoices.create({ customer });
    const { hosted_invoice_url: page } = await stripe.invoices.finalizeInvoice(id);
    expect(await read(page)).not.toContain('Bill to');
  });

  it('lists each discount by code or name, so that the rows add up to the total', async () => {
    const { customer } = await createDraft();
    await stripe.coupons.create({ id: 'TENTH', percent_off: 10, name: 'A tenth off' });
    const { latest_invoice } = await stripe.subscriptions.create({
      customer,
      items: [{ price: await findPrice(stripe) }],
      discounts: [{ coupon: 'TENTH' }],
      expand: ['latest_invoice'],
    });
    const { hosted_invoice_url: page, total } = latest_invoice as Stripe.Invoice;
    const html = await read(page);
    expect(html).toContain('<span>A tenth off</span>');
    const amounts = Array.from(html.matchAll(/<span>(-?)\$([\d,.]+)<\/span>/g), ([, sign, digits]) =>
      Math.round(Number(`${sign}${digits?.replaceAll(',', '')}`) * 100),
    );
    const rows = amounts.slice(0, -2);
    expect(rows.reduce((sum, amount) => sum + amount, 0)).toBe(total);
    expect(amounts.at(-2)).toBe(total);
  });
});
