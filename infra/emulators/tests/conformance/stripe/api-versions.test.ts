import Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import {
  CANCEL_URL,
  createSession,
  findPrice,
  SUCCESS_URL,
  subscribe,
} from '../../support/stripe/checkout.ts';
import { createStripeClient } from '../../support/stripe/client.ts';
import { type ApiObject, createFormerClient } from '../../support/stripe/former-clients.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { openInvoice, payer, vatRate } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';
import { startReceiver } from '../../support/stripe/webhook-receiver.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const NEWEST = '2026-10-28.endive';

const readBody = async (response: Response) => (await response.json()) as Record<string, unknown>;

describe('the API version of a request', () => {
  const { stripe, emulator } = createWorld();
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${emulator.port}/v1/${path}`, {
      headers: { authorization: 'Bearer sk_test_emulated', ...headers },
    });

  it('is returned in the response, and defaults to the newest', async () => {
    expect((await get('products')).headers.get('stripe-version')).toBe(NEWEST);
    const answer = await get('products', { 'stripe-version': '2024-06-20' });
    expect(answer.headers.get('stripe-version')).toBe('2024-06-20');
  });

  it.each([
    ...['2019-12-31', '2026-08-26.clover', '2024-10-28', '2099-01-01.zephyr', 'latest'],
    '2024-10-28; checkout_beta=v1',
  ])('is rejected if Stripe has no version %s', async (version) => {
    const answer = await get('products', { 'stripe-version': version });
    expect(answer.status).toBe(400);
    expect(await readBody(answer)).toMatchObject({
      error: {
        type: 'invalid_request_error',
        message: `Invalid Stripe API version: ${version.split(';')[0]}`,
      },
    });
  });

  it('is answered with 501 if it is older than the emulator supports', async () => {
    const answer = await get('products', { 'stripe-version': '2019-12-03' });
    expect(answer.status).toBe(501);
    expect(await readBody(answer)).toMatchObject({ error: { code: 'emulator_not_supported' } });
  });

  // Source: stripe/stripe-python issue 664 (an account that takes part in a beta names it after the version).
  it.each(['2024-06-20; checkout_beta=v1', '2025-03-31.basil;one_preview=v1;other_preview=v2'])(
    'is answered with 501 if it has beta features: %s',
    async (version) => {
      const answer = await get('products', { 'stripe-version': version });
      expect([answer.status, await readBody(answer)]).toMatchObject([
        501,
        {
          error: { message: expect.stringContaining(`beta features in the API version, such as ${version}`) },
        },
      ]);
    },
  );

  it('changes nothing if it is rejected', async () => {
    const former = createFormerClient(emulator, 17, '2024-10-28');
    await expect(former.customers.create({ email: 'ada@example.com' })).rejects.toThrow(/Invalid Stripe API/);
    expect((await stripe.customers.list()).data).toEqual([]);
  });
});

describe('the account’s default version', () => {
  const world = createWorld({ apiVersion: '2024-06-20' });
  const { stripe, emulator } = world;

  it('applies to requests without a version and to the account’s events', async () => {
    const { subscription } = await subscribe(world);
    const former = createFormerClient(emulator, 11);
    expect(await former.subscriptions.retrieve(subscription)).toHaveProperty('current_period_end');
    const [event] = (await stripe.events.list({ type: 'customer.subscription.created' })).data;
    expect(event?.api_version).toBe('2024-06-20');
    expect(event?.data.object).toHaveProperty('current_period_end');
  });
});

describe('an object in an earlier version', () => {
  const world = createWorld();
  const { stripe, emulator } = world;

  it.each([
    ['hosted', 'hosted_page', { success_url: SUCCESS_URL, cancel_url: CANCEL_URL }],
    ['embedded', 'embedded_page', { redirect_on_completion: 'never' }],
    ['custom', 'elements', { return_url: SUCCESS_URL }],
  ])(
    'clover: a checkout session accepts and returns the former ui_mode %s',
    async (ui_mode, current, more) => {
      const former = createFormerClient(emulator, 20);
      const line_items = [{ price: await findPrice(stripe), quantity: 1 }];
      const params = { mode: 'subscription', ui_mode, line_items, ...more };
      const session = await former.checkout.sessions.create(params);
      expect(session.ui_mode).toBe(ui_mode);
      expect((await stripe.checkout.sessions.retrieve(session.id)).ui_mode).toBe(current);
      await expect(createSession(stripe, { ui_mode: ui_mode as 'hosted_page' })).rejects.toThrow();
    },
  );

  it('acacia: a subscription has its billing period, and an invoice its subscription and payment', async () => {
    const { customer, subscription } = await subscribe(world);
    const former = createFormerClient(emulator, 17);
    const shown = await former.subscriptions.retrieve(subscription);
    const current = await stripe.subscriptions.retrieve(subscription);
    expect(current).not.toHaveProperty('current_period_end');
    const item = current.items.data[0];
    expect(shown).toMatchObject({
      current_period_start: item?.current_period_start,
      current_period_end: item?.current_period_end,
      discount: null,
    });

    const invoice = await former.invoices.retrieve(String(current.latest_invoice));
    const [intent] = (await stripe.paymentIntents.list({ customer })).data;
    expect(invoice).toMatchObject({
      subscription,
      payment_intent: intent?.id,
      charge: intent?.latest_charge,
      paid: true,
      lines: {
        data: [
          {
            type: 'subscription',
            proration: false,
            subscription,
            subscription_item: item?.id,
            price: { object: 'price', id: item?.price.id, unit_amount: item?.price.unit_amount },
            plan: { object: 'plan', id: item?.price.id },
          },
        ],
      },
    });
    expect(await former.charges.retrieve(String(intent?.latest_charge))).toMatchObject({
      invoice: invoice.id,
    });
    expect(await former.paymentIntents.retrieve(String(intent?.id))).toMatchObject({ invoice: invoice.id });
  });

  it('acacia: expands the fields of that version at every depth', async () => {
    const { subscription } = await subscribe(world);
    const former = createFormerClient(emulator, 17);
    const expansion = { expand: ['latest_invoice.payment_intent', 'latest_invoice.subscription'] };
    expect(await former.subscriptions.retrieve(subscription, expansion)).toMatchObject({
      latest_invoice: {
        payment_intent: {
          object: 'payment_intent',
          status: 'succeeded',
          invoice: expect.stringMatching(/^in_/),
        },
        subscription: { id: subscription, current_period_end: expect.any(Number) },
      },
    });
    await expect(stripe.subscriptions.retrieve(subscription, expansion)).rejects.toThrow(
      /cannot be expanded/,
    );
    const { data } = await former.subscriptions.list({ expand: ['data.latest_invoice.charge'] });
    expect(data[0]).toMatchObject({ latest_invoice: { charge: { object: 'charge', paid: true } } });
  });

  it.each([
    [17, '2025-02-24.acacia'],
    [11, '2020-08-27'],
  ] as const)(
    'SDK %i, %s: a credit note has one refund, and its lines have tax amounts',
    async (major, version) => {
      const [added, included] = [await vatRate(stripe, 10), await vatRate(stripe, 20, true)];
      const customer = await payer(world);
      const taxed = { default_tax_rates: [added] };
      const { id: invoice } = await openInvoice(world, customer, [5000], taxed);
      const paid = await stripe.invoices.pay(invoice);
      const [intent] = (await stripe.paymentIntents.list({ customer })).data;
      const refund = await stripe.refunds.create({ payment_intent: String(intent?.id), amount: 2300 });
      const params = {
        invoice,
        refund: refund.id,
        lines: [
          { type: 'invoice_line_item', invoice_line_item: paid.lines.data[0]?.id, amount: 1000 },
          {
            type: 'custom_line_item',
            description: 'Late',
            unit_amount: 400,
            quantity: 3,
            tax_rates: [included],
          },
        ],
      };
      const taxes = [
        [{ amount: 100, inclusive: false, tax_rate: added, taxable_amount: 1000 }],
        [{ amount: 200, inclusive: true, tax_rate: included, taxable_amount: 1000 }],
      ];
      const lines = [
        { amount: 1000, amount_excluding_tax: 1000, unit_amount_excluding_tax: null, tax_amounts: taxes[0] },
        {
          amount: 1200,
          amount_excluding_tax: 1000,
          unit_amount_excluding_tax: '333.333333333333',
          tax_amounts: taxes[1],
        },
      ];
      const shown = { total: 2300, refund: refund.id, tax_amounts: taxes.flat(), lines: { data: lines } };
      const former = createFormerClient(emulator, major, version);
      expect(await former.creditNotes.preview(params)).toMatchObject(shown);
      expect((await former.creditNotes.listPreviewLineItems(params)).data).toMatchObject(lines);
      const note = await former.creditNotes.create(params);
      expect(note).toMatchObject(shown);
      expect(await former.creditNotes.retrieve(note.id, { expand: ['refund'] })).toMatchObject({
        refund: { object: 'refund', id: refund.id, amount: 2300 },
      });
      const current = await stripe.creditNotes.retrieve(note.id);
      expect(current).toMatchObject({ refunds: [{ refund: refund.id, amount_refunded: 2300 }] });
      for (const field of ['refund', 'tax_amounts']) expect(current).not.toHaveProperty(field);
      await expect(stripe.creditNotes.retrieve(note.id, { expand: ['refund'] })).rejects.toThrow(
        /cannot be expanded/,
      );
    },
  );

  it('acacia: the refund of a credit note without one is null', async () => {
    const invoice = await openInvoice(world, await payer(world), [3000]);
    const { id } = await stripe.creditNotes.create({ invoice: invoice.id, amount: 500 });
    const former = createFormerClient(emulator, 17);
    expect(await former.creditNotes.retrieve(id)).toMatchObject({ refund: null, tax_amounts: [] });
  });

  it('2023-10-16: a product has features instead of marketing_features', async () => {
    const former = createFormerClient(emulator, 11, '2023-10-16');
    const { data } = await former.products.list();
    expect(data[0]).toHaveProperty('features');
    expect(data[0]).not.toHaveProperty('marketing_features');
    expect((await stripe.products.list()).data[0]).toHaveProperty('marketing_features');
  });

  it('2022-08-01: items of a checkout have their price within, or are plans of its subscription', async () => {
    const old = rawApi(world, '2020-08-27');
    const urls = { success_url: SUCCESS_URL, cancel_url: CANCEL_URL };
    const item = { amount: 500, currency: 'usd', name: 'Poster', description: 'A2', quantity: 2 };
    const once = await old.post('checkout/sessions', { ...urls, mode: 'payment', line_items: [item] });
    expect(once.body).toMatchObject({ amount_total: 1000 });
    await stripe.coupons.create({ id: 'TENTH', percent_off: 10 });
    const items = [{ plan: await findPrice(stripe), quantity: 2 }];
    const { body } = await old.post('checkout/sessions', {
      ...urls,
      mode: 'subscription',
      subscription_data: { items, coupon: 'TENTH' },
    });
    expect(body.amount_total).toBe(Number(body.amount_subtotal) * 0.9);
  });

  it('2022-08-01: a payment intent includes its charges, and a charge its refunds', async () => {
    const { customer } = await subscribe(world);
    const [intent] = (await stripe.paymentIntents.list({ customer })).data;
    await stripe.refunds.create({ payment_intent: String(intent?.id), amount: 1 });
    const former = createFormerClient(emulator, 11, '2022-08-01');
    expect(await former.paymentIntents.retrieve(String(intent?.id))).toMatchObject({
      charges: {
        data: [{ id: intent?.latest_charge, refunds: { data: [{ object: 'refund', amount: 1 }] } }],
      },
    });
  });

  it('keeps metadata unchanged, whatever its keys', async () => {
    const metadata = { object: 'subscription' };
    const { id } = await stripe.customers.create({ metadata });
    const former = createFormerClient(emulator, 17);
    expect(await former.customers.retrieve(id)).toMatchObject({ metadata });
    expect((await former.customers.retrieve(id)).metadata).toEqual(metadata);
  });
});

describe('an event in an earlier version', () => {
  const world = createWorld();
  const { stripe, emulator } = world;
  const receiver = suiteFixture(startReceiver);

  afterEach(() => {
    expect(receiver.faults).toEqual([]);
    receiver.receipts.length = 0;
  });

  const findEvent = (type: string) => receiver.receipts.find(({ event }) => event.type === type)?.event;

  it('is delivered in the version of the endpoint and listed in that of the account', async () => {
    const { url, secret } = receiver;
    await emulator.configure({ webhookEndpoints: [{ url, secret, apiVersion: '2025-02-24.acacia' }] });
    await subscribe(world);
    await emulator.settle();
    const created = findEvent('customer.subscription.created');
    expect(created?.api_version).toBe('2025-02-24.acacia');
    expect(created?.data.object).toHaveProperty('current_period_end');
    const stored = await stripe.events.retrieve(String(created?.id));
    expect(stored.api_version).toBe(NEWEST);
    expect(stored.data.object).not.toHaveProperty('current_period_end');
    const former = createFormerClient(emulator, 17);
    expect(await former.events.retrieve(String(created?.id))).toMatchObject({ api_version: NEWEST });
  });

  it('has previous attributes in the same version', async () => {
    const { url, secret } = receiver;
    await emulator.configure({ webhookEndpoints: [{ url, secret, apiVersion: '2024-06-20' }] });
    await subscribe(world);
    await emulator.settle();
    receiver.receipts.length = 0;
    await emulator.advanceTime({ months: 1, seconds: 1 });
    await emulator.settle();
    const updated = findEvent('customer.subscription.updated');
    const now = updated?.data.object as unknown as ApiObject;
    const before = updated?.data.previous_attributes as Record<string, unknown> | undefined;
    expect(before?.current_period_end).toBe(now.current_period_start);
  });

  it('is sent again in any version, as an endpoint of that version got it', async () => {
    const { url, secret } = receiver;
    await emulator.configure({ webhookEndpoints: [{ url, secret, apiVersion: '2024-06-20' }] });
    await emulator.setSwitches({ eventDays: null });
    const { subscription } = await subscribe(world);
    for (const tier of ['gold', 'silver'])
      await stripe.subscriptions.update(subscription, { metadata: { tier } });
    await emulator.advanceTime({ months: 1, seconds: 1 });
    await emulator.settle();
    const all = receiver.receipts.splice(0).map(({ event }) => event);
    // Former versions show the invoice of a payment, which it now has.
    const first = all.filter(({ type }) => !/^(payment_intent|charge)\./.test(type));
    expect(first.map(({ type }) => type)).toContain('invoice.paid');
    for (const event of first) {
      const [delivery] = (await emulator.deliveries()).filter((each) => each.event === event.id);
      const { id, versions } = await emulator.redeliver(String(delivery?.id), { apiVersion: NEWEST });
      await emulator.redeliver(id, { apiVersion: '2024-06-20' });
      const [newest, same] = receiver.receipts.splice(0);
      expect(newest?.event).toMatchObject({ api_version: NEWEST, type: event.type });
      expect(same?.event, event.type).toEqual(event);
      expect([versions[0], versions.at(-1)]).toEqual(['2020-08-27', '2026-09-30.endive']);
    }
    const [delivery] = await emulator.deliveries();
    await expect(emulator.redeliver(String(delivery?.id), { apiVersion: '2024-10-28' })).rejects.toThrow(
      'Invalid Stripe API version: 2024-10-28',
    );
  });

  it('uses the version with which its endpoint was created', async () => {
    const former = createFormerClient(emulator, 17);
    const endpoint = await former.webhookEndpoints.create({
      url: 'http://127.0.0.1:1/hook',
      enabled_events: ['*'],
      api_version: '2024-06-20',
    });
    expect(endpoint.api_version).toBe('2024-06-20');
    await expect(
      former.webhookEndpoints.create({
        url: 'http://127.0.0.1:1/',
        enabled_events: ['*'],
        api_version: '2024-10-28',
      }),
    ).rejects.toThrow('Invalid Stripe API version: 2024-10-28');
    const current = createStripeClient(emulator);
    expect((await current.webhookEndpoints.retrieve(endpoint.id)).api_version).toBe('2024-06-20');
  });

  it('keeps the version of its endpoint, which cannot be updated', async () => {
    const { url, secret } = receiver;
    await emulator.configure({ webhookEndpoints: [{ url, secret, apiVersion: '2024-06-20' }] });
    const [endpoint] = (await stripe.webhookEndpoints.list()).data;
    const id = String(endpoint?.id);
    const change = { description: 'Changed', api_version: NEWEST };
    await expectRejection(stripe.webhookEndpoints.update(id, change), {
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      code: 'parameter_unknown',
      param: 'api_version',
      message: 'Received unknown parameter: api_version',
    });
    const after = await stripe.webhookEndpoints.update(id, { description: 'New' });
    expect(after).toMatchObject({ api_version: '2024-06-20', description: 'New' });
    await stripe.customers.create();
    await emulator.settle();
    expect(findEvent('customer.created')?.api_version).toBe('2024-06-20');
  });
});

it('the newest version is the one that the SDK requests', () => {
  expect(Stripe.API_VERSION).toBe(NEWEST);
});
