import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { CANCEL_URL, findPrice, SUCCESS_URL } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payByCard, payer, subscribedPayer } from '../../support/stripe/payer.ts';
import { expectError, rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('parameters that exclude each other are rejected', () => {
  const anchored = 'You cannot specify `proration_date` when `billing_cycle_anchor=now`.';
  const from = (param: string) => `You cannot set \`${param}\` if \`from_subscription\` is set.`;
  const codes = 'You may only specify one of these parameters: allow_promotion_codes, discounts.';

  it.each([
    ['proration_date', 'subscriptions/:id', { billing_cycle_anchor: 'now', proration_date: 1 }, anchored],
    [
      'subscription_details[proration_date]',
      'invoices/create_preview',
      { subscription_details: { billing_cycle_anchor: 'now', proration_date: 1 } },
      anchored,
    ],
    [
      'pending_invoice_items_behavior',
      'invoices',
      { subscription: 'sub_1', pending_invoice_items_behavior: 'include' },
      /`pending_invoice_items_behavior`/,
    ],
    [
      'allow_promotion_codes',
      'checkout/sessions',
      { allow_promotion_codes: false, discounts: [{ coupon: 'A' }] },
      codes,
    ],
    [
      'metadata',
      'subscription_schedules',
      { from_subscription: 'sub_1', metadata: { a: 'b' } },
      from('metadata'),
    ],
    [
      'end_behavior',
      'subscription_schedules',
      { from_subscription: 'sub_1', end_behavior: 'cancel' },
      from('end_behavior'),
    ],
    [
      'trial_end',
      'subscriptions/:id',
      { trial_end: 1, trial_from_plan: true },
      /when `trial_from_plan=true`/,
    ],
  ])('%s of %s', async (param, path, params, message) => {
    const { id } = await subscribedPayer(world);
    const given = {
      ...params,
      ...('discounts' in params && { success_url: SUCCESS_URL, cancel_url: CANCEL_URL }),
    };
    const answer = await rawApi(world, '2026-06-24.dahlia').post(path.replace(':id', id), given);
    const text = message instanceof RegExp ? expect.stringMatching(message) : message;
    expect(answer).toMatchObject({ status: 400, body: { error: { param, message: text } } });
  });
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
    ...{
      customer: await payer(world),
      start_date: 'now',
      'phases[0][metadata[tier.subscription]]': 'default',
    },
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
});

it('marks the charge of a refund for fraud', async () => {
  const charge = String((await payByCard(stripe, 2000)).latest_charge);
  await stripe.refunds.create({ charge, reason: 'fraudulent' });
  const { fraud_details } = await stripe.charges.retrieve(charge);
  expect(fraud_details).toEqual({ user_report: 'fraudulent' });
});
