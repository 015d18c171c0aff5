import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession, lineItem, subscribe } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

type Changes = Partial<Stripe.Checkout.SessionCreateParams>;

const TO_BERLIN = { country: 'DE', line1: 'Torstraße 1', city: 'Berlin', postal_code: '10119' };
const ADA = { name: 'Ada Okafor', address: TO_BERLIN };
const SHOWN = { ...TO_BERLIN, line2: null, state: null };
const GERMANY: Changes = { shipping_address_collection: { allowed_countries: ['DE', 'US'] } };
const KEPT = { customer_update: { shipping: 'auto' } } as const;
const ONE_TIME: Changes = { mode: 'payment', line_items: [lineItem(5000, 'Book')] };

describe('the shipping address of a checkout', () => {
  const create = (changes: Changes = {}) => createSession(stripe, { ...GERMANY, ...changes });
  const pay = async (changes: Changes = {}, visitor: object = { shipping: ADA }) => {
    const { id } = await create(changes);
    return (await emulator.pay(id, { card: 'visa', ...visitor })).session;
  };
  const readShipping = async (customer: unknown) => {
    const found = await stripe.customers.retrieve(String(customer));
    return found.deleted ? undefined : found.shipping;
  };

  it('is stored with the session, the new customer and the first invoice', async () => {
    const open = await create();
    expect(open).toMatchObject({ ...GERMANY, collected_information: null });
    const session = await pay();
    expect(session.collected_information).toEqual({
      business_name: null,
      individual_name: null,
      shipping_details: { name: ADA.name, address: SHOWN },
    });
    expect(await readShipping(session.customer)).toEqual({ ...ADA, address: SHOWN, phone: null });
    const invoice = await stripe.invoices.retrieve(String(session.invoice));
    expect(invoice.customer_shipping).toMatchObject({ name: ADA.name, address: SHOWN });
  });

  it('is stored with the payment and the charge of a one-time purchase', async () => {
    const session = await pay(ONE_TIME);
    const { shipping, latest_charge } = await stripe.paymentIntents.retrieve(String(session.payment_intent));
    const sent = { ...ADA, address: SHOWN, phone: null, carrier: null, tracking_number: null };
    expect(shipping).toEqual(sent);
    expect((await stripe.charges.retrieve(String(latest_charge))).shipping).toEqual(sent);
  });

  it('applies to the payment that follows a declined one', async () => {
    const { id } = await create(ONE_TIME);
    await emulator.pay(id, { card: 'declined', shipping: { name: 'Jonas' } });
    const { session } = await emulator.pay(id, { card: 'visa', shipping: ADA });
    const { shipping } = await stripe.paymentIntents.retrieve(String(session.payment_intent));
    expect(shipping).toMatchObject({ name: ADA.name, address: SHOWN });
  });

  it('updates a known customer only if the session may, and defaults to that of the customer', async () => {
    const { id: customer } = await stripe.customers.create({
      shipping: { name: 'Jonas', address: { ...TO_BERLIN, line1: 'Hauptstraße 2' } },
    });
    const first = await pay({ customer });
    expect(first.collected_information?.shipping_details?.name).toBe(ADA.name);
    expect(await readShipping(customer)).toMatchObject({ name: 'Jonas' });
    const session = await pay({ customer }, {});
    expect(session.collected_information?.shipping_details).toMatchObject({
      name: 'Jonas',
      address: { line1: 'Hauptstraße 2' },
    });
    await pay({ customer, ...KEPT });
    expect(await readShipping(customer)).toMatchObject({ name: ADA.name, address: SHOWN });
  });

  it('does not default to a country that is not allowed', async () => {
    const { id: customer } = await stripe.customers.create({
      shipping: { name: 'Jonas', address: { ...TO_BERLIN, country: 'FR' } },
    });
    const session = await pay({ customer }, {});
    expect(session.collected_information?.shipping_details).toMatchObject({
      name: 'Test Customer',
      address: { country: 'US', state: 'CA' },
    });
  });

  it('defaults to the first allowed country', async () => {
    const inCountry = async (allowed: 'CA' | 'DE' | 'US') => {
      const session = await pay({ shipping_address_collection: { allowed_countries: [allowed] } }, {});
      return session.collected_information?.shipping_details?.address;
    };
    expect(await inCountry('DE')).toMatchObject({ country: 'DE', state: null });
    expect(await inCountry('US')).toMatchObject({ country: 'US', state: 'CA' });
    expect(await inCountry('CA')).toMatchObject({ country: 'CA', state: 'CA' });
  });

  it.each([
    ['shipping_country', { country: 'FR' }],
    ['shipping_line1', { line1: ' ' }],
    ['shipping_postal_code', { postal_code: '' }],
    ['shipping_state', { country: 'US' }],
  ])('is rejected for its %s', async (name, change) => {
    const { id } = await create();
    const paying = emulator.pay(id, { card: 'visa', shipping: { address: { ...TO_BERLIN, ...change } } });
    await expect(paying).rejects.toThrow(`rejects ${name}`);
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open');
  });

  it('needs no postal code in a country without them', async () => {
    const address = { country: 'HK', line1: '1 Queen’s Road', city: 'Hong Kong', postal_code: '' };
    const allowed: Changes = { shipping_address_collection: { allowed_countries: ['HK'] } };
    const session = await pay(allowed, { shipping: { address } });
    expect(session.collected_information?.shipping_details?.address).toMatchObject({ postal_code: null });
  });

  it('is rejected unless the session collects it', async () => {
    const { id } = await createSession(stripe);
    const paying = emulator.pay(id, { card: 'visa', shipping: ADA });
    await expect(paying).rejects.toThrow(/does not collect shipping_name/);
  });

  it('determines the tax of the session and of its subscription', async () => {
    await emulator.seed({ taxRegistrations: [{ country: 'DE' }, { country: 'US', state: 'CA' }] });
    const session = await pay({ automatic_tax: { enabled: true } });
    expect(session).toMatchObject({ automatic_tax: { status: 'complete' }, amount_total: 119_000 });
    const preview = await stripe.invoices.createPreview({ subscription: String(session.subscription) });
    expect(preview.total).toBe(119_000);
  });

  it('is rejected if it cannot determine the tax or would not be stored', async () => {
    const { customer } = await subscribe(world);
    await expectRejection(create({ customer, automatic_tax: { enabled: true } }), {
      statusCode: 400,
      message: /To collect a shipping address/,
    });
    await expectInvalid(createSession(stripe, { customer, ...KEPT }), 'customer_update[shipping]');
  });

  it('is in the former field in versions before basil', async () => {
    const { id } = await pay();
    const former = { apiVersion: '2024-06-20' };
    const session = await stripe.checkout.sessions.retrieve(id, {}, former);
    expect(session).toMatchObject({ shipping_details: { name: ADA.name, address: SHOWN } });
  });
});

describe('the shipping of a payment', () => {
  const sent = { name: 'Ada Okafor', address: { line1: 'Torstraße 1', country: 'DE' } };

  it('is set, updated and cleared', async () => {
    const intent = await stripe.paymentIntents.create({ amount: 500, currency: 'eur', shipping: sent });
    expect(intent.shipping).toMatchObject({ ...sent, phone: null });
    const changed = await stripe.paymentIntents.update(intent.id, {
      shipping: { ...sent, phone: '+4930123456' },
    });
    expect(changed.shipping).toMatchObject({ phone: '+4930123456' });
    const untouched = await stripe.paymentIntents.update(intent.id, { description: 'A book' });
    expect(untouched.shipping).toMatchObject({ phone: '+4930123456' });
    const cleared = await stripe.paymentIntents.update(intent.id, { shipping: '' });
    expect(cleared.shipping).toBeNull();
    const paid = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
      shipping: sent,
    });
    expect(paid.shipping).toMatchObject(sent);
  });

  it('can be set by a checkout that collects no address', async () => {
    const { id } = await createSession(stripe, { ...ONE_TIME, payment_intent_data: { shipping: sent } });
    const { session } = await emulator.pay(id, { card: 'visa' });
    expect(session.collected_information?.shipping_details).toBeNull();
    const intent = await stripe.paymentIntents.retrieve(String(session.payment_intent));
    expect(intent.shipping).toMatchObject(sent);
  });
});

describe('a name that a checkout collects', () => {
  const BOTH: Changes = {
    name_collection: { business: { enabled: true }, individual: { enabled: true, optional: true } },
  };
  const GIVEN = { business: 'Acme GmbH', individual: 'Ada Okafor' };

  it('is stored with the session and the new customer, who is named after the business', async () => {
    const { id, name_collection } = await createSession(stripe, BOTH);
    expect(name_collection).toEqual({
      business: { enabled: true, optional: false },
      individual: { enabled: true, optional: true },
    });
    const { session } = await emulator.pay(id, { card: 'visa', names: GIVEN });
    const names = { business_name: 'Acme GmbH', individual_name: 'Ada Okafor' };
    expect(session).toMatchObject({
      collected_information: names,
      customer_details: { ...names, name: 'Acme GmbH' },
    });
    const customer = await stripe.customers.retrieve(String(session.customer));
    expect(customer).toMatchObject({ ...names, name: 'Acme GmbH' });
  });

  it('can be omitted only if it is optional', async () => {
    const { id } = await createSession(stripe, BOTH);
    const withoutBusiness = emulator.pay(id, { card: 'visa', names: { business: '' } });
    await expect(withoutBusiness).rejects.toThrow('rejects collected_business_name');
    const { session } = await emulator.pay(id, { card: 'visa', names: { business: 'Acme' } });
    expect(session.customer_details).toMatchObject({ business_name: 'Acme', individual_name: null });
  });

  it('updates a known customer only if the session may change the name', async () => {
    const { id: customer } = await stripe.customers.create({ name: 'Jonas' });
    const first = await createSession(stripe, { ...BOTH, customer });
    await emulator.pay(first.id, { card: 'visa', names: GIVEN });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ name: 'Jonas' });
    const second = await createSession(stripe, { ...BOTH, customer, customer_update: { name: 'auto' } });
    await emulator.pay(second.id, { card: 'visa', names: GIVEN });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({
      name: 'Acme GmbH',
      business_name: 'Acme GmbH',
    });
  });

  it('can also be set and cleared through the API', async () => {
    const customer = await stripe.customers.create({ individual_name: 'Ada', business_name: 'Acme' });
    expect(customer).toMatchObject({ individual_name: 'Ada', business_name: 'Acme' });
    const without = await stripe.customers.update(customer.id, { business_name: '' });
    expect(without.business_name).toBeUndefined();
    expect(without.individual_name).toBe('Ada');
  });
});
