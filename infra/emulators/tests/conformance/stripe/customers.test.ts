import { describe, expect, it } from 'vitest';
import { findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer, subscribedPayer } from '../../support/stripe/payer.ts';
import { expectError, rawApi } from '../../support/stripe/raw-api.ts';
import { expectInvalid, expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

describe('customers', () => {
  it('stores given values and clears emptied ones', async () => {
    const created = await stripe.customers.create({
      email: 'ada@example.com',
      name: 'Ada',
      address: { city: 'London', country: 'GB' },
      metadata: { uid: 'u1', team: 'red' },
    });
    expect(created).toMatchObject({
      object: 'customer',
      email: 'ada@example.com',
      address: { city: 'London', country: 'GB', line1: null },
      metadata: { uid: 'u1', team: 'red' },
      livemode: false,
    });
    const updated = await stripe.customers.update(created.id, { name: '', metadata: { team: '' } });
    expect(updated).toMatchObject({ name: null, email: 'ada@example.com', metadata: { uid: 'u1' } });
    expect((await stripe.customers.update(created.id, { metadata: '' })).metadata).toEqual({});
    expect(await stripe.customers.retrieve(created.id)).toMatchObject({ name: null, metadata: {} });
  });

  it('keeps the parts of an address that are empty', async () => {
    const address = { city: 'Graz', country: 'AT', line1: 'Hauptplatz 4', line2: '', state: '' };
    const shown = { ...address, postal_code: null };
    const shipping = { name: 'Ada', address };
    const created = await stripe.customers.create({ address, shipping });
    expect(created).toMatchObject({ address: shown, shipping: { address: shown } });
    const sent = { amount: 700, currency: 'eur', shipping };
    expect((await stripe.paymentIntents.create(sent)).shipping).toMatchObject({ address: shown });
    const cleared = await stripe.customers.update(created.id, { address: '' });
    expect(cleared.address).toBeNull();
  });

  it('returns a deleted customer as deleted and omits it from lists', async () => {
    const { id } = await stripe.customers.create({ email: 'ada@example.com' });
    await stripe.customers.del(id);
    expect(await stripe.customers.retrieve(id)).toEqual({ id, object: 'customer', deleted: true });
    expect((await stripe.customers.list()).data).toEqual([]);
    await expectRejection(stripe.customers.update(id, { name: 'x' }), { statusCode: 404 });
  });

  it('pages through a list in both directions', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      ids.unshift((await stripe.customers.create({ name: `c${index}` })).id);
    }
    const first = await stripe.customers.list({ limit: 3 });
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 3), true]);
    const second = await stripe.customers.list({ limit: 5, starting_after: String(ids[2]) });
    expect([second.data.map(({ id }) => id), second.has_more]).toEqual([ids.slice(3), false]);
    const back = await stripe.customers.list({ limit: 2, ending_before: String(ids[5]) });
    expect([back.data.map(({ id }) => id), back.has_more]).toEqual([ids.slice(3, 5), true]);
    const all: string[] = [];
    for await (const { id } of stripe.customers.list({ limit: 2 })) all.push(id);
    expect(all).toEqual(ids);
  });

  it('filters by email and creation time', async () => {
    const ada = await stripe.customers.create({ email: 'ada@example.com' });
    await stripe.customers.create({ email: 'bob@example.com' });
    const byEmail = await stripe.customers.list({ email: 'ada@example.com' });
    expect(byEmail.data.map(({ id }) => id)).toEqual([ada.id]);
    expect((await stripe.customers.list({ created: { gt: ada.created + 60 } })).data).toEqual([]);
    expect((await stripe.customers.list({ created: { gte: ada.created - 60 } })).data).toHaveLength(2);
  });

  it.each([
    ['51 keys', Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v']))],
    ['a key of 41 characters', { ['k'.repeat(41)]: 'v' }],
    ['a value of 501 characters', { k: 'v'.repeat(501) }],
  ])('rejects metadata with %s', async (_case, metadata) => {
    const rejection = await readRejection(stripe.customers.create({ metadata }));
    expect(rejection).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
    expect(rejection.param).toMatch(/^metadata/);
  });

  it('accepts metadata up to the limits, which include existing keys', async () => {
    const full = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, 'v'.repeat(500)]));
    const { id, metadata } = await stripe.customers.create({ metadata: full });
    expect(metadata).toEqual(full);
    await expectRejection(stripe.customers.update(id, { metadata: { more: '1' } }), { statusCode: 400 });
    expect((await stripe.customers.update(id, { metadata: { k0: '', more: '1' } })).metadata).toHaveProperty(
      'more',
    );
  });
});

describe('creating a customer', () => {
  it('saves a card, which pays by default', async () => {
    const customer = await stripe.customers.create({
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    });
    const [saved] = (await stripe.customers.listPaymentMethods(customer.id)).data;
    expect(saved).toMatchObject({ customer: customer.id, card: { brand: 'visa' } });
    expect(customer.invoice_settings.default_payment_method).toBe(saved?.id);
    const price = 'price_promonthly';
    const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price }] });
    expect(subscription.status).toBe('active');
    const events = await stripe.events.list({ types: ['customer.created', 'payment_method.attached'] });
    expect(events.data.map(({ type }) => type)).toEqual(['payment_method.attached', 'customer.created']);
  });

  it('fails if the card is declined, belongs to another customer or is not saved', async () => {
    const declined = stripe.customers.create({ payment_method: 'pm_card_chargeDeclined' });
    await expectRejection(declined, { statusCode: 402, decline_code: 'generic_decline' });
    expect((await stripe.customers.list()).data).toEqual([]);
    const owner = await stripe.customers.create({ payment_method: 'pm_card_visa' });
    const [{ id: taken } = { id: '' }] = (await stripe.customers.listPaymentMethods(owner.id)).data;
    const again = await readRejection(stripe.customers.create({ payment_method: taken }));
    expect(again).toMatchObject({ statusCode: 400, message: expect.stringMatching(/already been attached/) });
    expect(again).toHaveProperty('code', undefined);
    const other = stripe.customers.create({ invoice_settings: { default_payment_method: taken } });
    await expectInvalid(other, 'invoice_settings[default_payment_method]');
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it('stores a shipping address, copied to invoices, and locales, both of which can be cleared', async () => {
    const shipping = {
      name: 'Ada',
      phone: '123',
      address: { city: 'London', country: 'GB', line1: '1 A St' },
    };
    const { id, ...shown } = await stripe.customers.create({ shipping, preferred_locales: ['en', 'fr'] });
    expect(shown).toMatchObject({ shipping, preferred_locales: ['en', 'fr'], tax_exempt: 'none' });
    expect((await stripe.invoices.create({ customer: id })).customer_shipping).toMatchObject(shipping);
    const cleared = await stripe.customers.update(id, { shipping: '', preferred_locales: [] });
    expect(cleared.shipping).toBeNull();
  });

  it('stores a balance, whose changes are transactions and apply to the next invoice', async () => {
    const { id, ...shown } = await stripe.customers.create({ balance: -500 });
    expect(shown).toMatchObject({ balance: -500, currency: 'usd' });
    await stripe.customers.update(id, { balance: -300 });
    await stripe.customers.update(id, { balance: -300 });
    expect((await stripe.customers.listBalanceTransactions(id)).data).toMatchObject([
      { type: 'adjustment', amount: 200, ending_balance: -300 },
      { type: 'initial', amount: -500, ending_balance: -500 },
    ]);
    const [event] = (await stripe.events.list({ type: 'customer.updated' })).data.slice(-1);
    expect(event?.data.previous_attributes).toEqual({ balance: -500 });
    await stripe.invoiceItems.create({ customer: id, amount: 1_000, currency: 'usd' });
    const draft = await stripe.invoices.create({ customer: id, pending_invoice_items_behavior: 'include' });
    const invoice = await stripe.invoices.finalizeInvoice(draft.id);
    expect(invoice).toMatchObject({ total: 1_000, amount_due: 700, starting_balance: -300 });
  });

  it('stores the prefix and number of the next invoice', async () => {
    const { id } = await stripe.customers.create({ invoice_prefix: 'ACME', next_invoice_sequence: 41 });
    const draft = await stripe.invoices.create({ customer: id });
    expect((await stripe.invoices.finalizeInvoice(draft.id)).number).toBe('ACME-0041');
    expect((await stripe.customers.retrieve(id)) as object).toMatchObject({ next_invoice_sequence: 42 });
    // Source: github.com/Kiln-AI/stripe_world, a recording of 2026-08-26.dahlia (probe_invoice_prefix).
    for (const invoice_prefix of ['acme!', 'AB_1', 'ABCDEFGHIJKLM']) {
      await expectRejection(stripe.customers.update(id, { invoice_prefix }), {
        statusCode: 400,
        message: 'Invoice number prefix must be 1–12 uppercase letters or numbers.',
        param: undefined,
      });
    }
    const other = await stripe.customers.create();
    for (const call of [stripe.customers.create, (own: object) => stripe.customers.update(other.id, own)]) {
      await expectRejection(call.call(stripe.customers, { invoice_prefix: 'ACME' }), {
        statusCode: 400,
        message: `This invoice number prefix is taken by customer: ${id}. Please enter a different prefix.`,
        param: 'invoice_prefix',
      });
    }
    expect(await stripe.customers.update(id, { invoice_prefix: 'ACME' })).toMatchObject({ id });
  });

  it('validates a location for taxes at once if asked to', async () => {
    const { customers } = stripe;
    const now = { tax: { validate_location: 'immediately' } } as const;
    const unknown = { statusCode: 400, code: 'customer_tax_location_invalid', param: 'address' };
    await expectRejection(customers.create(now), unknown);
    expect((await customers.list()).data).toEqual([]);
    const { id, tax } = await customers.create({ ...now, address: { country: 'DE' }, expand: ['tax'] });
    expect(tax).toMatchObject({ location: { country: 'DE' } });
    await expectRejection(customers.update(id, { ...now, address: '' }), unknown);
    const later = { tax: { validate_location: 'deferred' }, address: '' } as const;
    expect(await customers.update(id, later)).toMatchObject({ address: null });
  });
});

describe('a subscription below a customer', () => {
  it('is created, changed and canceled like one with a path of its own', async () => {
    const customer = await payer(world);
    const { id: coupon } = await stripe.coupons.create({ percent_off: 20, duration: 'forever' });
    const api = rawApi(world, '2020-08-27');
    const path = `customers/${customer}/subscriptions`;
    const plan = await findPrice(stripe);
    const { body: created } = await api.post(path, { plan, quantity: 2, coupon });
    expect(created).toMatchObject({
      ...{
        status: 'active',
        customer,
        quantity: 2,
        plan: { id: plan },
        discount: { coupon: { id: coupon } },
      },
    });
    const own = `${path}/${created.id}`;
    expect((await api.get(own)).body).toMatchObject({ id: created.id });
    expect((await api.post(own, { quantity: 3 })).body).toMatchObject({ quantity: 3 });
    expect((await api.remove(`${own}/discount`)).body).toMatchObject({ object: 'discount', deleted: true });
    expect((await api.remove(own)).body).toMatchObject({ id: created.id, status: 'canceled' });
  });

  it('is found only below its own customer', async () => {
    const { id } = await subscribedPayer(world);
    const { id: other } = await stripe.customers.create();
    await expectError(rawApi(world).get(`customers/${other}/subscriptions/${id}`), 404, {
      code: 'resource_missing',
      message: `Customer ${other} does not have a subscription with ID ${id}`,
    });
  });
});
