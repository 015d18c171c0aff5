import { expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();

const { stripe } = world;

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

it('rejects a fifth custom field', async () => {
  const custom_fields = Array.from({ length: 5 }, (_, index) => ({ name: `Field ${index}`, value: 'x' }));
  const call = stripe.customers.create({ invoice_settings: { custom_fields } });
  await expectRejection(call, { param: 'invoice_settings[custom_fields]' });
});
