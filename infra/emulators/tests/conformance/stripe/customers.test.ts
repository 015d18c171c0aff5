import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const { stripe } = createWorld();

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

  it.each([
    ['an unknown customer', 'cus_none', 404],
    ['the ID of another object type', 'price_promonthly', 404],
  ])('returns resource_missing for %s', async (_case, id, statusCode) => {
    const rejection = await readRejection(stripe.customers.retrieve(id));
    expect(rejection).toMatchObject({
      statusCode,
      code: 'resource_missing',
      param: 'id',
      message: `No such customer: '${id}'`,
    });
    expect(rejection.requestId).toMatch(/^req_/);
  });

  it('rejects an unknown expansion and an unknown cursor', async () => {
    const { id } = await stripe.customers.create();
    await expectRejection(stripe.customers.retrieve(id, { expand: ['colour'] }), { statusCode: 400 });
    await expectRejection(stripe.customers.list({ starting_after: 'cus_none' }), {
      code: 'resource_missing',
      param: 'starting_after',
    });
  });
});
