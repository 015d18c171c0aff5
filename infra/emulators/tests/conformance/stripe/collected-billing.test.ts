import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const { stripe, emulator } = createWorld();

type Changes = Partial<Stripe.Checkout.SessionCreateParams>;

const BERLIN = { country: 'DE', line1: 'Torstraße 1', city: 'Berlin' };
const SHOWN = { ...BERLIN, line2: null, postal_code: '10119', state: null };
const ACME = { name: 'Acme GmbH', taxId: { type: 'eu_vat', value: 'DE123456789' } };
const UPDATE = { customer_update: { address: 'auto', name: 'auto' } } as const;
const ONE_TIME = { currency: 'usd', unit_amount: 5000, product_data: { name: 'Audit' } };

describe('the billing address of a checkout', () => {
  const create = (changes: Changes = {}) =>
    createSession(stripe, { billing_address_collection: 'required', ...changes });
  const retrieveCustomer = async ({ customer }: Stripe.Checkout.Session) =>
    stripe.customers.retrieve(String(customer));

  it('is stored with the session, the card, the new customer and the invoice', async () => {
    const { id } = await create();
    const { session } = await emulator.pay(id, { card: 'visa', address: BERLIN, postalCode: '10119' });
    expect(session.customer_details?.address).toEqual(SHOWN);
    expect(await retrieveCustomer(session)).toMatchObject({ address: SHOWN });
    const [card] = (await stripe.paymentMethods.list({ customer: String(session.customer) })).data;
    expect(card?.billing_details.address).toEqual(SHOWN);
    const invoice = await stripe.invoices.retrieve(String(session.invoice));
    expect(invoice.customer_address).toEqual(SHOWN);
  });

  it('replaces that of a known customer only if the session may update it', async () => {
    const { id: customer } = await stripe.customers.create({ address: { country: 'FR' } });
    const { id } = await create({ customer });
    const first = await emulator.pay(id, { card: 'visa', address: BERLIN, postalCode: '10119' });
    expect(first.session.customer_details?.address).toEqual(SHOWN);
    expect(await retrieveCustomer(first.session)).toMatchObject({ address: { country: 'FR', city: null } });
    const { id: other } = await create({ customer, ...UPDATE });
    const second = await emulator.pay(other, { card: 'visa', address: BERLIN, postalCode: '10119' });
    expect(await retrieveCustomer(second.session)).toMatchObject({ address: SHOWN });
  });

  it('is the country of the card and its postal code if no more is asked', async () => {
    const { id } = await createSession(stripe, {});
    const paid = { card: 'visa', address: { country: 'FR' }, postalCode: '75002' };
    const { customer, customer_details } = (await emulator.pay(id, paid)).session;
    const address = { ...SHOWN, country: 'FR', line1: null, city: null, postal_code: '75002' };
    expect(customer_details?.address).toEqual(address);
    const [card] = (await stripe.paymentMethods.list({ customer: String(customer) })).data;
    expect(card?.billing_details.address).toEqual(address);
    const { id: other } = await createSession(stripe, {});
    await expect(emulator.pay(other, { card: 'visa', address: { country: 'XX' } })).rejects.toThrow(
      'country',
    );
  });

  it('defaults to that of the customer, or else to one in California', async () => {
    const { id: customer } = await stripe.customers.create({
      address: { country: 'DE', line1: 'Torstraße 1', city: 'Berlin', postal_code: '10119' },
    });
    const known = await create({ customer });
    const { session } = await emulator.pay(known.id, { card: 'visa', postalCode: '10119' });
    expect(session.customer_details?.address).toMatchObject(BERLIN);
    const { id } = await create();
    const { session: other } = await emulator.pay(id, { card: 'visa' });
    expect(other.customer_details?.address).toMatchObject({ country: 'US', state: 'CA' });
  });

  it.each([
    ['country', { ...BERLIN, country: 'Germany' }],
    ['city', { ...BERLIN, city: '' }],
    ['line1', { country: 'DE', line1: ' ', city: 'Berlin' }],
    ['state', { ...BERLIN, country: 'US' }],
  ])('is rejected without a valid %s', async (name, address) => {
    const { id } = await create();
    const paying = emulator.pay(id, { card: 'visa', address });
    await expect(paying).rejects.toThrow(`rejects ${name}`);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
  });

  it('is collected even if no card is', async () => {
    const { id } = await create({
      payment_method_collection: 'if_required',
      subscription_data: { trial_period_days: 7 },
    });
    const { session } = await emulator.pay(id, { address: BERLIN, postalCode: '10119' });
    expect(session.customer_details?.address).toEqual(SHOWN);
  });

  it('is only the postal code unless the session collects the address', async () => {
    const { id } = await create({ billing_address_collection: 'auto' });
    const given = emulator.pay(id, { card: 'visa', address: BERLIN });
    await expect(given).rejects.toThrow(/does not collect/);
    const { session } = await emulator.pay(id, { card: 'visa', postalCode: '10001' });
    expect(session.customer_details?.address).toMatchObject({ country: 'US', postal_code: '10001' });
    expect(await retrieveCustomer(session)).toMatchObject({
      address: { country: 'US', postal_code: '10001' },
    });
  });
});

describe('the tax ID of a checkout', () => {
  const create = (changes: Changes = {}) =>
    createSession(stripe, { tax_id_collection: { enabled: true }, ...changes });
  const required = { tax_id_collection: { enabled: true, required: 'if_supported' } } as const;
  const pay = (id: string, more: object = { business: ACME }) =>
    emulator.pay(id, { card: 'visa', address: { country: 'DE' }, ...more });
  const listTaxIds = async ({ customer }: Stripe.Checkout.Session) =>
    (await stripe.customers.listTaxIds(String(customer))).data;

  it('is stored with the session, the new customer and the first invoice, and sends an event', async () => {
    const { session } = await pay((await create()).id);
    expect(session.customer_details).toMatchObject({
      business_name: ACME.name,
      address: { country: 'DE' },
      tax_ids: [ACME.taxId],
    });
    expect(await stripe.customers.retrieve(String(session.customer))).toMatchObject({ name: ACME.name });
    expect(await listTaxIds(session)).toMatchObject([{ ...ACME.taxId, country: 'DE' }]);
    const invoice = await stripe.invoices.retrieve(String(session.invoice));
    expect(invoice).toMatchObject({ customer_name: ACME.name, customer_tax_ids: [ACME.taxId] });
    const [event] = (await stripe.events.list({ type: 'customer.tax_id.created' })).data;
    expect(event?.data.object).toMatchObject(ACME.taxId);
  });

  it('is added to a known customer, whose name the session must be allowed to update', async () => {
    const { id: customer } = await stripe.customers.create({ name: 'Ada' });
    await expectRejection(create({ customer }), { statusCode: 400, message: /customer_update\[name\]/ });
    const { session } = await pay((await create({ customer, ...UPDATE })).id);
    expect(await listTaxIds(session)).toMatchObject([ACME.taxId]);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ name: ACME.name });
  });

  it('is not collected again, even if it is required', async () => {
    const { id: customer } = await stripe.customers.create({
      tax_id_data: [{ type: 'eu_vat', value: 'DE987654321' }],
    });
    const { id } = await create({ customer, ...UPDATE, ...required });
    await expect(pay(id)).rejects.toThrow(/does not collect business_name/);
    const { session } = await pay(id, {});
    expect(session.customer_details?.tax_ids).toEqual([]);
    expect(await listTaxIds(session)).toMatchObject([{ value: 'DE987654321' }]);
  });

  it('is absent if the visitor does not buy as a business', async () => {
    const { session } = await pay((await create()).id, {});
    expect(session.customer_details).toMatchObject({ business_name: null, tax_ids: [] });
    expect(await listTaxIds(session)).toEqual([]);
  });

  it('is stored only with the session if there is no customer', async () => {
    const { id } = await create({ mode: 'payment', line_items: [{ price_data: ONE_TIME, quantity: 1 }] });
    const { session } = await pay(id);
    expect(session).toMatchObject({ customer: null, customer_details: { tax_ids: [ACME.taxId] } });
    expect((await stripe.events.list({ type: 'customer.tax_id.created' })).data).toEqual([]);
  });

  it('is added once, however often the card was declined before', async () => {
    const { id } = await create();
    await pay(id, { card: 'declined', business: ACME });
    const { session } = await pay(id);
    expect(await listTaxIds(session)).toHaveLength(1);
  });

  it.each([
    ['tax_id', { type: 'eu_vat', value: 'DE1' }],
    ['tax_id', { type: 'eu_vat', value: '' }],
    ['tax_id_type', { type: 'gb_vat', value: 'GB123456789' }],
    ['tax_id_type', { type: 'constructor', value: 'DE123456789' }],
  ])('is rejected at %s for %o', async (name, taxId) => {
    const { id } = await create();
    await expect(pay(id, { business: { ...ACME, taxId } })).rejects.toThrow(`rejects ${name}`);
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open');
  });

  it('requires the name of the business', async () => {
    const { id } = await create();
    const paying = pay(id, { business: { ...ACME, name: ' ' } });
    await expect(paying).rejects.toThrow('rejects business_name');
  });

  it('is required only in a country that has one', async () => {
    const { id } = await create(required);
    await expect(pay(id, {})).rejects.toThrow('rejects');
    const { session } = await pay(id, { address: { country: 'AQ' } });
    expect(session.customer_details).toMatchObject({ address: { country: 'AQ' }, tax_ids: [] });
    const { session: american } = await emulator.pay((await create(required)).id, { card: 'visa' });
    expect(american.customer_details?.tax_ids).toEqual([{ type: 'us_ein', value: '000000000' }]);
  });
});
