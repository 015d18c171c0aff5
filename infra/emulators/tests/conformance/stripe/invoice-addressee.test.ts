import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { GOOD_CARD } from '../../support/stripe/on-clock.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld();
const { stripe, emulator } = world;

const BEFORE = {
  name: 'Ada & Söhne',
  email: 'ada@example.com',
  address: { line1: 'Hafenstr. 1', postal_code: '20457', city: 'Hamburg', country: 'DE' },
} satisfies Stripe.CustomerCreateParams;

describe('an invoice', () => {
  async function createDraft(changes: Stripe.InvoiceCreateParams = {}) {
    const { id: customer } = await stripe.customers.create({
      ...BEFORE,
      ...GOOD_CARD,
      tax_id_data: [{ type: 'eu_vat', value: 'DE123456789' }],
    });
    await stripe.invoiceItems.create({ customer, amount: 5000, currency: 'usd', description: 'Set-up' });
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

const FIELDS = [{ name: 'Order', value: '4711' }];

it('gives the invoices of a customer their custom fields, footer and rendering', async () => {
  const { customers, invoices } = stripe;
  const customer = await customers.create({
    invoice_settings: {
      custom_fields: FIELDS,
      footer: 'Thank you',
      rendering_options: { amount_tax_display: 'exclude_tax' },
    },
  });
  expect(customer.invoice_settings).toEqual({
    custom_fields: FIELDS,
    default_payment_method: null,
    footer: 'Thank you',
    rendering_options: { amount_tax_display: 'exclude_tax', template: null },
  });
  const { id } = customer;
  expect(await invoices.create({ customer: id })).toMatchObject({
    custom_fields: FIELDS,
    footer: 'Thank you',
    rendering: { amount_tax_display: 'exclude_tax', pdf: { page_size: 'auto' } },
  });
  const own = { custom_fields: '', footer: 'Bye', rendering: { pdf: { page_size: 'a4' } } } as const;
  expect(await invoices.create({ customer: id, ...own })).toMatchObject({
    custom_fields: null,
    footer: 'Bye',
    rendering: { amount_tax_display: null, pdf: { page_size: 'a4' } },
  });
  const cleared = await customers.update(id, {
    invoice_settings: { custom_fields: '', footer: '', rendering_options: '' },
  });
  expect(cleared.invoice_settings).toMatchObject({
    custom_fields: null,
    footer: null,
    rendering_options: null,
  });
  expect(await invoices.create({ customer: id })).toMatchObject({ custom_fields: null, footer: null });
});

it('keeps what an update of a draft does not name', async () => {
  const { customers, invoices } = stripe;
  const { id: customer } = await customers.create();
  const { id } = await invoices.create({ customer, rendering: { pdf: { page_size: 'letter' } } });
  expect(await invoices.update(id, { rendering: { amount_tax_display: 'exclude_tax' } })).toMatchObject({
    rendering: { amount_tax_display: 'exclude_tax', pdf: { page_size: 'letter' } },
  });
});

/** Source: docs.stripe.com/api/invoices/create#create_invoice-rendering-pdf-page_size. */
it.each([
  ['letter', undefined],
  ['a4', ['ja']],
])(
  'has the page size %s once it is final, for customers who prefer %j',
  async (page_size, preferred_locales) => {
    const { customers, invoices } = stripe;
    const { id: customer } = await customers.create({ ...(preferred_locales && { preferred_locales }) });
    const { id } = await invoices.create({ customer, rendering: { pdf: { page_size: 'auto' } } });
    expect(await invoices.finalizeInvoice(id)).toMatchObject({ rendering: { pdf: { page_size } } });
  },
);

it('has options for its rendering, without the page size, before 2024-04-10', async () => {
  const { id: customer } = await stripe.customers.create();
  const api = rawApi(world, '2023-10-16');
  const plain = await api.post('invoices', { customer, rendering: { pdf: { page_size: 'letter' } } });
  expect(plain.body).toMatchObject({ rendering_options: null, rendering: { pdf: { page_size: 'letter' } } });
  const shown = { amount_tax_display: 'exclude_tax' };
  const { body } = await api.post('invoices', { customer, rendering: shown });
  expect([body.rendering_options, body.rendering]).toEqual([shown, expect.objectContaining(shown)]);
});
