import { describe, expect, it } from 'vitest';
import { findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld();
const { stripe } = world;

const expanded = async (path: string, property: string) => {
  const { status, body } = await rawApi(world).get(path, { expand: [property] });
  const { request_log_url: _, ...error } = (body.error ?? {}) as Record<string, unknown>;
  return [status, error];
};
const rejected = (message: string) => [400, { message, type: 'invalid_request_error' }];

describe('a property that cannot be expanded', () => {
  // Sources: gitpod-io/gitpod issue 13035 (`data`, the whole error), Valour-Software/Valour pull request 1533 (`metadata`).
  // github.com/Kiln-AI/stripe_world, answers of 2026-09-22 that its refusal matrix quotes (parts of `colour`).
  it.each([
    ...['data', 'metadata', 'email', 'colour', 'invoice_settings.colour'],
    ...['colour.shade.name', 'invoice_settings.colour.shade'],
  ])('is named up to the part that is not there, without a code or parameter: %s', async (property) => {
    const { id } = await stripe.customers.create({ metadata: { seat: '7' } });
    const known = property.replace(/(colour)\..*/, '$1');
    expect(await expanded(`customers/${id}`, property)).toEqual(
      rejected(`This property cannot be expanded (${known}).`),
    );
  });

  // Sources: stripe/stripe-dotnet issues 1351 and 3135, stripe/stripe-python issue 316.
  it.each([
    ['prices', 'product'],
    ['charges', 'customer'],
    ['customers', 'colour'],
    ['disputes', 'charge'],
  ])('is looked for in the data of a list, even an empty one: %s, %s', async (path, property) => {
    const message = `This property cannot be expanded (${property}). You may want to try expanding 'data.${property}' instead.`;
    expect(await expanded(path, property)).toEqual(rejected(message));
    expect(await expanded(path, `data.${property === 'colour' ? 'test_clock' : property}`)).toEqual([
      200,
      {},
    ]);
  });

  // Source: x-expandableFields of stripe/openapi, where a charge lacks it.
  it('is rejected if the object only shows an id', async () => {
    const { id } = await stripe.charges.create({ amount: 500, currency: 'usd', source: 'tok_visa' });
    const message = 'This property cannot be expanded (payment_method).';
    expect(await expanded(`charges/${id}`, 'payment_method')).toEqual(rejected(message));
    const charge = await stripe.charges.retrieve(id, { expand: ['transfer.reversals'] });
    expect(charge).not.toHaveProperty('transfer');
  });

  // Source: the parts of an object are in x-expandableFields of stripe/openapi.
  it('is no part that is shown anyway', async () => {
    const { id } = await stripe.customers.create();
    for (const property of ['address', 'invoice_settings', 'invoice_settings.default_payment_method']) {
      expect(await expanded(`customers/${id}`, property)).toEqual([200, {}]);
    }
  });
});

// Sources: the types of releases 11 and 17 of github.com/stripe/stripe-node.
describe('a property of earlier versions', () => {
  it('is expanded in payments and charges', async () => {
    const { charges, paymentIntents } = stripe;
    const api = rawApi(world, '2022-11-15');
    const disputed = await charges.create({ amount: 500, currency: 'usd', source: 'tok_createDispute' });
    const expand = ['dispute', 'destination'];
    expect((await api.get(`charges/${disputed.id}`, { expand })).body).toMatchObject({
      ...{ destination: null, dispute: { object: 'dispute', charge: disputed.id } },
    });
    const payment = await paymentIntents.create({ amount: 500, currency: 'usd' });
    const { body } = await api.get(`payment_intents/${payment.id}`, { expand: ['source'] });
    expect(body).toMatchObject({ id: payment.id, source: null });
  });

  it('is expanded in the lines of an invoice that have it', async () => {
    const customer = await payer(world);
    const price = await findPrice(stripe);
    await stripe.invoiceItems.create({ customer, amount: 700, currency: 'usd' });
    const api = rawApi(world, '2025-02-24.acacia');
    const { body } = await api.post('subscriptions', { customer, items: [{ price }] });
    const lines = (version?: string) =>
      rawApi(world, version).get(`invoices/${body.latest_invoice}/lines`, {
        expand: ['data.invoice_item', 'data.subscription_item'],
      });
    expect((await lines('2025-02-24.acacia')).body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ invoice_item: expect.objectContaining({ object: 'invoiceitem' }) }),
        expect.objectContaining({ subscription_item: expect.objectContaining({ subscription: body.id }) }),
      ]),
    );
    expect(await lines()).toMatchObject({ status: 400 });
  });
});

describe('a search', () => {
  // Source: docs.stripe.com/api/pagination/search (`total_count` is not included by default).
  it('is counted on request', async () => {
    for (let count = 0; count < 3; count += 1) {
      await stripe.customers.create({ email: 'counted@example.com' });
    }
    const query = "email:'counted@example.com'";
    const plain = await stripe.customers.search({ query, limit: 2 });
    expect(plain).not.toHaveProperty('total_count');
    const counted = await stripe.customers.search({ query, limit: 2, expand: ['total_count'] });
    expect(counted).toMatchObject({ total_count: 3, has_more: true });
    const both = await stripe.customers.search({ query, expand: ['total_count', 'data.test_clock'] });
    expect(both).toMatchObject({ total_count: 3 });
  });
});
