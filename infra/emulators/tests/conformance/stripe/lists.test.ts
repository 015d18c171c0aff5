import { describe, expect, it } from 'vitest';
import { subscribe } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payByCard } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

const MINUTE = 60;

describe('a list', () => {
  it('returns every subscription of the account in pages, whatever its customer and status', async () => {
    const first = await subscribe(world);
    await subscribe(world);
    await stripe.subscriptions.cancel(first.subscription);
    const all = await stripe.subscriptions.list({ status: 'all', limit: 100 });
    expect(all.data.map(({ status }) => status)).toEqual(['active', 'canceled']);
    const paged: string[] = [];
    for await (const { id } of stripe.subscriptions.list({ status: 'all', limit: 1 })) paged.push(id);
    expect(paged).toEqual(all.data.map(({ id }) => id));
    expect((await stripe.subscriptions.list()).data).toHaveLength(1);
  });

  it('continues after an object that no longer matches', async () => {
    const older = await subscribe(world);
    const newer = await subscribe(world);
    await stripe.subscriptions.cancel(newer.subscription);
    const rest = await stripe.subscriptions.list({ starting_after: newer.subscription });
    expect(rest.data.map(({ id }) => id)).toEqual([older.subscription]);
    const back = await stripe.subscriptions.list({ ending_before: older.subscription, status: 'all' });
    expect(back.data.map(({ id }) => id)).toEqual([newer.subscription]);
  });

  it('includes objects on a test clock only if filtered by that clock or customer', async () => {
    const now = await emulator.now();
    const { id: clock } = await stripe.testHelpers.testClocks.create({ frozen_time: now });
    const { customer, subscription } = await subscribe(world, { customer: { test_clock: clock } });
    expect((await stripe.customers.list()).data).toEqual([]);
    expect((await stripe.customers.list({ test_clock: clock })).data).toMatchObject([{ id: customer }]);
    expect((await stripe.subscriptions.list()).data).toEqual([]);
    for (const filter of [{ customer }, { test_clock: clock }]) {
      expect((await stripe.subscriptions.list(filter)).data).toMatchObject([{ id: subscription }]);
    }
    expect((await stripe.invoices.list()).data).toEqual([]);
    for (const filter of [{ customer }, { subscription }]) {
      expect((await stripe.invoices.list(filter)).data).toMatchObject([{ customer }]);
    }
  });

  it('can be filtered by the periods of subscriptions', async () => {
    const { subscription: id } = await subscribe(world);
    const { items } = await stripe.subscriptions.retrieve(id);
    const { current_period_end: end = 0, current_period_start: start = 0 } = items.data[0] ?? {};
    const count = async (params: Parameters<typeof stripe.subscriptions.list>[0]) =>
      (await stripe.subscriptions.list(params)).data.length;
    expect(await count({ current_period_end: { gte: end }, current_period_start: start })).toBe(1);
    expect(await count({ current_period_end: { lt: end } })).toBe(0);
    expect(await count({ current_period_start: { gt: start } })).toBe(0);
  });

  // Source: docs.stripe.com/api/prices/list (ten lookup keys) and docs.stripe.com/api/products/list (ids without cursors).
  it('is not filtered by too many keys or by an unknown destination', async () => {
    const lookup_keys = Array.from({ length: 11 }, (_, at) => `key_${at}`);
    await expectInvalid(stripe.prices.list({ lookup_keys }), 'lookup_keys');
    await expectRejection(stripe.transfers.list({ destination: 'acct_none' }), {
      ...{ statusCode: 400, code: 'resource_missing', param: 'destination' },
    });
    const { id } = await stripe.products.create({ name: 'A' });
    await expectInvalid(stripe.products.list({ ids: [id], starting_after: id }), 'starting_after');
  });

  it('can lag behind the object itself', async () => {
    const older = await stripe.customers.create({ email: 'ada@example.com' });
    await emulator.setSwitches({ listDelaySeconds: MINUTE });
    const { id } = await stripe.customers.create({ email: 'ada@example.com' });
    const listed = async () => (await stripe.customers.list({ email: 'ada@example.com', limit: 1 })).data;
    expect(await listed()).toMatchObject([{ id: older.id }]);
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id });
    await emulator.advanceTime({ seconds: MINUTE });
    expect(await listed()).toMatchObject([{ id }]);
  });
});

describe('the list of events', () => {
  const names = async (params: Parameters<typeof stripe.events.list>[0]) => {
    const types: string[] = [];
    for await (const { type } of stripe.events.list(params)) types.push(type);
    return types;
  };

  it('is filtered by several types, by group and by time', async () => {
    await subscribe(world);
    const requested = ['invoice.paid', 'checkout.session.completed'];
    expect(await names({ types: requested })).toEqual(['checkout.session.completed', 'invoice.paid']);
    expect(await names({ type: 'customer.subscription.*' })).toEqual(['customer.subscription.created']);
    const now = await emulator.now();
    expect(await names({ created: { gt: now + MINUTE } })).toEqual([]);
    expect(await names({ types: requested, created: { gte: now - MINUTE } })).toHaveLength(2);
    const both = stripe.events.list({ type: 'invoice.paid', types: requested });
    await expectRejection(both, { statusCode: 400 });
    const tooMany = stripe.events.list({ types: Array.from({ length: 21 }, () => 'invoice.paid') });
    await expectRejection(tooMany, { statusCode: 400 });
  });

  it('returns in order those after the last one seen', async () => {
    await stripe.customers.create({ name: 'seen' });
    const [seen] = (await stripe.events.list({ limit: 1 })).data;
    for (const name of ['a', 'b', 'c']) await stripe.customers.create({ name });
    const missed: unknown[] = [];
    for await (const event of stripe.events.list({ limit: 2, ending_before: String(seen?.id) })) {
      missed.push(event.data.object);
    }
    expect(missed).toMatchObject([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  });

  it('is filtered by whether every endpoint has accepted them', async () => {
    await stripe.customers.create();
    await emulator.configure({ webhookEndpoints: [{ url: 'http://127.0.0.1:1/', secret: 'whsec_x' }] });
    await emulator.planDeliveries({ hold: true });
    await stripe.products.create({ name: 'x' });
    expect(await names({ delivery_success: false })).toEqual(['product.created']);
    expect(await names({ delivery_success: true })).toEqual(['customer.created']);
    await emulator.configure({ webhookEndpoints: [] });
  });

  it('keeps events for thirty days', async () => {
    await stripe.customers.create();
    const [event] = (await stripe.events.list()).data;
    await emulator.advanceTime({ days: 29 });
    expect(await names({})).toEqual(['customer.created']);
    await emulator.advanceTime({ days: 1, seconds: 2 });
    expect(await names({})).toEqual([]);
    await expectRejection(stripe.events.retrieve(String(event?.id)), { statusCode: 404 });
  });
});

describe('a search', () => {
  const found = async (query: string) =>
    (await stripe.customers.search({ query })).data.map(({ name }) => name);

  it('finds customers by metadata, email and name', async () => {
    await stripe.customers.create({ name: 'Ada', email: 'ada@example.com', metadata: { uid: "u'1" } });
    await stripe.customers.create({ name: 'Grace', email: 'grace@example.com', metadata: { uid: 'u2' } });
    await stripe.customers.create({ name: 'Gone', metadata: { uid: 'u2' } });
    await stripe.customers.del((await stripe.customers.search({ query: 'name:"Gone"' })).data[0]?.id ?? '');
    expect(await found("metadata['uid']:'u2'")).toEqual(['Grace']);
    expect(await found(String.raw`metadata['uid']:'u\'1'`)).toEqual(['Ada']);
    expect(await found('email:"ada@example.com" OR name~"rac"')).toEqual(['Grace', 'Ada']);
    expect(await found('-email:"ada@example.com" AND created>1000')).toEqual(['Grace']);
    expect(await found("metadata['team']:null")).toEqual(['Grace', 'Ada']);
  });

  it('returns one page after another', async () => {
    for (const name of ['a', 'b', 'c']) await stripe.customers.create({ name, email: 'x@example.com' });
    const names: unknown[] = [];
    for await (const { name } of stripe.customers.search({ query: 'email:"x@example.com"', limit: 2 })) {
      names.push(name);
    }
    expect(names).toEqual(['c', 'b', 'a']);
  });

  it.each(['uid=1', 'colour:"red"', 'name:"a" AND email:"b" OR phone:"c"', 'name:"a" name'])(
    'rejects %s',
    async (query) => {
      await expectInvalid(stripe.customers.search({ query }), 'query');
    },
  );

  // Source: docs.stripe.com/search (ten clauses; numeric comparisons for numbers, substrings for texts).
  it('has at most ten clauses, each with an operator that its field takes', async () => {
    await stripe.customers.create({ name: 'Ada' });
    const anyName = (count: number) => Array.from({ length: count }, (_, at) => `name:"a${at}"`).join(' OR ');
    expect(await found(`${anyName(9)} OR name:"Ada"`)).toEqual(['Ada']);
    expect(await found('email:NULL')).toEqual(['Ada']);
    for (const query of [anyName(11), 'email>"a"', 'created~1', 'name~"Ad"', 'metadata["a"]~"abc"']) {
      await expectInvalid(stripe.customers.search({ query }), 'query');
    }
  });

  // Source: docs.stripe.com/search (texts match by their words, and the fields of charges).
  it('finds a text by words that follow each other', async () => {
    for (const name of ['Grace Brewster Hopper', 'Grace Hopper', 'Graceful'])
      await stripe.customers.create({ name });
    expect(await found('name:"grace"')).toEqual(['Grace Hopper', 'Grace Brewster Hopper']);
    expect(await found('name:"Brewster Hopper"')).toEqual(['Grace Brewster Hopper']);
    expect(await found('name~"grace"')).toEqual(['Graceful', 'Grace Hopper', 'Grace Brewster Hopper']);
  });

  it('finds charges by their card, their dispute and how much was refunded', async () => {
    const paid = async (payment_method: string) =>
      String((await payByCard(stripe, 1000, { payment_method })).latest_charge);
    const visa = await paid('pm_card_visa');
    const mastercard = await paid('pm_card_mastercard');
    const disputed = await paid('pm_card_createDispute');
    await stripe.refunds.create({ charge: visa, amount: 400 });
    await stripe.refunds.create({ charge: mastercard });
    const charges = async (query: string) => {
      const { data } = await stripe.charges.search({ query });
      return data.map(({ id, refunded }) => ({ id, refunded }));
    };
    const byNumber = await charges('payment_method_details.card.last4:4242');
    expect(byNumber).toEqual([{ id: visa, refunded: false }]);
    expect(await charges('refunded:"false"')).toEqual(byNumber);
    expect(await charges('payment_method_details.card.brand:"mastercard" AND refunded:"true"')).toEqual([
      { id: mastercard, refunded: true },
    ]);
    expect(await charges('disputed:"true" AND refunded:null')).toEqual([{ id: disputed, refunded: false }]);
    await expectRejection(stripe.charges.search({ query: 'receipt_email:"a"' }), {
      message: expect.stringMatching(
        /^Field `receipt_email` is an unsupported search field for resource `charges`\./,
      ),
    });
  });

  it('shows an invoice as it is retrieved', async () => {
    const { id: customer } = await stripe.customers.create();
    const invoice = await stripe.invoices.create({ customer });
    const { data } = await stripe.invoices.search({ query: `customer:"${customer}"` });
    expect(data).toEqual([await stripe.invoices.retrieve(invoice.id)]);
  });

  it('can lag behind while lists do not', async () => {
    await emulator.setSwitches({ searchDelaySeconds: MINUTE });
    await stripe.customers.create({ name: 'Ada' });
    expect(await found('name:"Ada"')).toEqual([]);
    expect((await stripe.customers.list()).data).toHaveLength(1);
    await emulator.advanceTime({ seconds: MINUTE });
    expect(await found('name:"Ada"')).toEqual(['Ada']);
  });
});

describe('the list of invoices', () => {
  it('is filtered by collection method and due date', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const charged = await stripe.invoices.create({ customer });
    const terms = { collection_method: 'send_invoice', days_until_due: 30 } as const;
    const sent = await stripe.invoices.create({ customer, ...terms });
    const found = async (filter: object) => (await stripe.invoices.list(filter)).data.map(({ id }) => id);
    expect(await found({ collection_method: 'send_invoice' })).toEqual([sent.id]);
    expect(await found({ collection_method: 'charge_automatically' })).toEqual([charged.id]);
    const due = Number(sent.due_date);
    expect(await found({ due_date: { gte: due } })).toEqual([sent.id]);
    expect(await found({ due_date: { gt: due } })).toEqual([]);
    expect(await found({ due_date: { lte: due } })).toEqual([sent.id]);
  });
});
