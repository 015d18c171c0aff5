import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { findPrice, SUCCESS_URL } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payByCard, payer, subscribedPayer } from '../../support/stripe/payer.ts';
import { expectError, rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('parameters that do not go together are rejected', () => {
  const anchored = 'You cannot specify `proration_date` when `billing_cycle_anchor=now`.';
  const from = 'You cannot set `metadata` if `from_subscription` is set.';
  const codes = 'allow_promotion_codes';
  const both = `You may only specify one of these parameters: ${codes}, discounts.`;
  const pending = 'pending_invoice_items_behavior';
  const details = 'subscription_details';
  const date = `${details}[proration_date]`;
  const acss = 'payment_method_options[acss_debit][mandate_options]';
  const item = 'add_invoice_items[0]';
  const data = `${item}[price_data]`;

  it.each([
    ['subscriptions/:id', 'proration_date', 'billing_cycle_anchor=now&proration_date=1', anchored],
    ['subscriptions/:id', 'trial_end', 'trial_end=1&trial_from_plan=true', /when `trial_from_plan=true`/],
    [
      'subscriptions/:id',
      data,
      `${item}[price]=p&${data}[currency]=usd&${data}[product]=p`,
      /price, price_data/,
    ],
    ['invoices/create_preview', date, `${details}[billing_cycle_anchor]=now&${date}=1`, anchored],
    ['invoices/create_preview', `${details}[items]`, `${date}=1`, /^Missing required/],
    ['invoices', pending, `subscription=s&${pending}=include`, /together with `subscription`/],
    ['checkout/sessions', codes, `${codes}=false&discounts[0][coupon]=A`, both],
    ['checkout/sessions', 'branding_settings[logo][file]', 'branding_settings[logo][type]=file', /^Missing/],
    ['setup_intents', `${acss}[interval_description]`, `${acss}[payment_schedule]=interval`, /^Missing/],
    ['subscription_schedules', 'metadata', 'from_subscription=s&metadata[a]=b', from],
  ])('%s: %s', async (path, param, params, message) => {
    const { id } = await subscribedPayer(world);
    const given = Object.fromEntries(new URLSearchParams(params));
    const answer = rawApi(world, '2026-06-24.dahlia').post(path.replace(':id', id), given);
    const text = message instanceof RegExp ? expect.stringMatching(message) : message;
    await expectError(answer, 400, { param, message: text });
  });
});

it.each([
  'coupons/c percent_off',
  'payment_links subscription_data[trial_end]',
  'payment_links/l payment_intent_data[receipt_email]',
  'prices/p unit_amount',
  'products default_price_data[recurring][usage_type]',
  'subscription_schedules phases[0][start_date]',
  'tax_rates/t percentage',
])('does not know a parameter that only another call has: %s', async (call) => {
  const [path = '', param = ''] = call.split(' ');
  await expectError(rawApi(world).post(path, { [param]: '1' }), 400, { code: 'parameter_unknown', param });
});

/** A GET with a body, which `fetch` does not send. */
function getWithBody(path: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${emulator.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
    };
    const sent = request(`${emulator.url}${path}`, { headers }, (answer) => resolve(text(answer)));
    sent.on('error', reject);
    sent.end(body);
  });
}

it('reads the parameters of a GET in its body too', async () => {
  expect(JSON.parse(await getWithBody('/v1/prices', 'limit=1'))).toMatchObject({
    data: [{ object: 'price' }],
  });
  expect(JSON.parse(await getWithBody('/v1/prices', 'limit=x'))).toMatchObject({ error: { param: 'limit' } });
});

it('reads a key of metadata in one bracket', async () => {
  const { body } = await rawApi(world).post('customers', { 'metadata[a]': 'b' });
  expect(body).toMatchObject({ metadata: { a: 'b' } });
  const price = await findPrice(stripe);
  const schedule = await rawApi(world, '2022-11-15').post('subscription_schedules', {
    customer: await payer(world),
    start_date: 'now',
    'phases[0][metadata[tier.subscription]]': 'default',
    'phases[0][items][0][price]': price,
    'default_settings[automatic_tax][enabled]': false,
  });
  expect(schedule).toMatchObject({
    status: 200,
    body: {
      phases: [{ metadata: { 'tier.subscription': 'default' } }],
      default_settings: { automatic_tax: { enabled: false } },
    },
  });
});

it('schedules a metered price without a quantity', async () => {
  const api = rawApi(world, '2022-11-15');
  const product = (await stripe.products.create({ name: 'Calls' })).id;
  const recurring = { interval: 'month', usage_type: 'metered' };
  const price = (await api.post('prices', { product, currency: 'usd', unit_amount: 100, recurring })).body.id;
  const schedule = async (item: object) =>
    api.post('subscription_schedules', {
      customer: await payer(world),
      start_date: 'now',
      phases: [{ items: [item] }],
    });
  const { body } = await schedule({ price });
  const started = await api.get(`subscriptions/${body.subscription}`);
  expect(started.body).toMatchObject({ items: { data: [{ price: { id: price } }] } });
  expect(started.body).not.toHaveProperty('items.data.0.quantity');
  await expectError(schedule({ price, quantity: 2 }), 400, {
    message: 'You cannot set the quantity for metered plans.',
  });
  const sold = { mode: 'subscription', success_url: SUCCESS_URL, line_items: [{ price, quantity: 1 }] };
  await expectError(api.post('checkout/sessions', sold), 400, {
    message:
      'Quantity should not be specified where usage_type is `metered`. Remove quantity from `line_items[0]`',
  });
});

it('marks the charge of a refund for fraud', async () => {
  const charge = String((await payByCard(stripe, 2000)).latest_charge);
  await stripe.refunds.create({ charge, reason: 'fraudulent' });
  const { fraud_details } = await stripe.charges.retrieve(charge);
  expect(fraud_details).toEqual({ user_report: 'fraudulent' });
});
