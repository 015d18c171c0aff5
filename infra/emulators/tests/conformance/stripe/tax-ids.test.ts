import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const { stripe } = createWorld();

describe('a tax ID of a customer', () => {
  it('is added, listed, expanded and removed, with events', async () => {
    const { id: customer } = await stripe.customers.create();
    const added = await stripe.customers.createTaxId(customer, { type: 'eu_vat', value: 'DE123456789' });
    expect(added).toMatchObject({
      object: 'tax_id',
      country: 'DE',
      customer,
      owner: { customer, type: 'customer' },
      type: 'eu_vat',
      value: 'DE123456789',
      verification: { status: 'pending' },
    });
    const other = await stripe.customers.createTaxId(customer, { type: 'us_ein', value: '12-3456789' });
    expect(other).toMatchObject({ country: 'US', verification: { status: 'unavailable' } });
    expect(await stripe.customers.retrieveTaxId(customer, added.id)).toEqual(added);
    const ids = [other.id, added.id];
    const listIds = ({ data }: Stripe.ApiList<Stripe.TaxId>) => data.map(({ id }) => id);
    expect(listIds(await stripe.customers.listTaxIds(customer))).toEqual(ids);
    expect(listIds(await stripe.taxIds.list({ owner: { type: 'customer', customer } }))).toEqual(ids);
    expect(listIds(await stripe.taxIds.list())).toEqual([]);
    expect(await stripe.customers.retrieve(customer, { expand: ['tax_ids'] })).toMatchObject({
      tax_ids: { data: [{ id: other.id }, { id: added.id }] },
    });
    expect(await stripe.customers.deleteTaxId(customer, added.id)).toMatchObject({ deleted: true });
    expect(listIds(await stripe.customers.listTaxIds(customer))).toEqual([other.id]);
    await expectRejection(stripe.customers.retrieveTaxId(customer, added.id), {
      statusCode: 404,
      code: 'resource_missing',
    });
    const events = await stripe.events.list({
      types: ['customer.tax_id.created', 'customer.tax_id.deleted'],
    });
    expect(events.data.map(({ type }) => type.replace('customer.tax_id.', ''))).toEqual([
      'deleted',
      'created',
      'created',
    ]);
  });

  it('can be created with a customer, and is copied to its invoices', async () => {
    const { id: customer, ...shown } = await stripe.customers.create({
      tax_id_data: [
        { type: 'gb_vat', value: 'GB123456789' },
        { type: 'no_vat', value: '123456789MVA' },
      ],
      expand: ['tax_ids'],
    });
    expect(shown.tax_ids?.data).toHaveLength(2);
    const invoice = await stripe.invoices.create({ customer });
    expect(invoice.customer_tax_ids).toEqual([
      { type: 'gb_vat', value: 'GB123456789' },
      { type: 'no_vat', value: '123456789MVA' },
    ]);
  });

  it.each([
    ['000000000', ['verified']],
    ['111111111', ['unverified']],
    ['222222222', []],
  ])('is verified as the test value %s requests, after the response', async (value, outcome) => {
    const { id: customer } = await stripe.customers.create();
    const added = await stripe.customers.createTaxId(customer, { type: 'eu_vat', value });
    expect(added.verification).toMatchObject({ status: 'pending' });
    const { data } = await stripe.events.list({ type: 'customer.tax_id.updated' });
    expect(data.map((event) => (event.data.object as Stripe.TaxId).verification?.status)).toEqual(outcome);
    const { verification } = await stripe.customers.retrieveTaxId(customer, added.id);
    expect(verification).toMatchObject({ status: outcome[0] ?? 'pending' });
  });

  it('is rejected with an invalid value, and read by its own customer only', async () => {
    const { id: customer } = await stripe.customers.create();
    const { id: stranger } = await stripe.customers.create();
    await expectRejection(stripe.customers.createTaxId(customer, { type: 'eu_vat', value: 'ZZ12' }), {
      statusCode: 400,
      code: 'tax_id_invalid',
      message: 'Invalid value for eu_vat.',
    });
    const { id } = await stripe.customers.createTaxId(customer, { type: 'ch_vat', value: 'CHE-1' });
    await expectRejection(stripe.customers.retrieveTaxId(stranger, id), { statusCode: 404 });
  });
});

describe('a tax ID, by its owner', () => {
  it('is added, read and removed without its customer', async () => {
    const { id: customer } = await stripe.customers.create();
    const owner = { type: 'customer', customer } as const;
    const taxId = await stripe.taxIds.create({ owner, type: 'us_ein', value: '12-3456789' });
    expect(taxId).toMatchObject({ customer, owner });
    expect(await stripe.taxIds.retrieve(taxId.id)).toEqual(taxId);
    expect((await stripe.customers.listTaxIds(customer)).data).toEqual([taxId]);
    expect(await stripe.taxIds.del(taxId.id)).toEqual({ id: taxId.id, object: 'tax_id', deleted: true });
    expect((await stripe.customers.listTaxIds(customer)).data).toEqual([]);
    await expectRejection(stripe.taxIds.retrieve(taxId.id), { statusCode: 404 });
  });

  it('belongs to the account by default, and causes no event', async () => {
    const taxId = await stripe.taxIds.create({ type: 'us_ein', value: '12-3456789' });
    expect(taxId).toMatchObject({ customer: null, owner: { type: 'self' } });
    expect((await stripe.taxIds.list()).data).toEqual([taxId]);
    await stripe.taxIds.del(taxId.id);
    expect((await stripe.taxIds.list()).data).toEqual([]);
    expect((await stripe.events.list({ type: 'customer.tax_id.*' })).data).toEqual([]);
  });
});
