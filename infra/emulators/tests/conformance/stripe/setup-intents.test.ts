import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { authenticate } from '../../support/stripe/card-form.ts';
import { createSession, findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEvents } from '../../support/stripe/list-events.ts';
import { payForWith } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('a setup intent', () => {
  const createCustomer = async () => (await stripe.customers.create({ email: 'ada@example.com' })).id;
  const create = (params: Stripe.SetupIntentCreateParams = {}) => stripe.setupIntents.create(params);
  const listCards = async (customer: string) => (await stripe.paymentMethods.list({ customer })).data;

  it('waits for a card, and saves it with the customer once it is confirmed', async () => {
    const customer = await createCustomer();
    const intent = await create({ customer, metadata: { seat: '1' }, usage: 'off_session' });
    expect(intent).toMatchObject({ status: 'requires_payment_method', metadata: { seat: '1' } });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`));
    const confirmed = await stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(confirmed).toMatchObject({ status: 'succeeded', next_action: null });
    expect(await listCards(customer)).toMatchObject([{ id: confirmed.payment_method }]);
    expect((await stripe.charges.list()).data).toEqual([]);
    expect(await listEvents(world, intent.id)).toEqual(['setup_intent.created', 'setup_intent.succeeded']);
    await expectRejection(stripe.setupIntents.confirm(intent.id), {
      statusCode: 400,
      code: 'setup_intent_unexpected_state',
    });
  });

  it('is created and confirmed in one call, and rejects a declined card', async () => {
    const customer = await createCustomer();
    const declined = create({ customer, confirm: true, payment_method: 'pm_card_chargeDeclined' });
    await expectRejection(declined, {
      statusCode: 402,
      code: 'card_declined',
      setup_intent: { object: 'setup_intent', status: 'requires_payment_method' },
    });
    const [left] = (await stripe.setupIntents.list({ customer })).data;
    expect(left).toMatchObject({ last_setup_error: { type: 'card_error', code: 'card_declined' } });
    expect(await listEvents(world, String(left?.id))).toContain('setup_intent.setup_failed');
    expect(await listCards(customer)).toEqual([]);
  });

  it('is authenticated on a page, which redirects with the result', async () => {
    const customer = await createCustomer();
    const payment_method = 'pm_card_authenticationRequiredOnSetup';
    const return_url = 'https://site.test/cards?tab=2';
    const intent = await create({ customer, confirm: true, payment_method, return_url });
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: { redirect_to_url: { return_url } },
    });
    expect(await listCards(customer)).toEqual([]);
    const failed = new URL(String((await authenticate(world, intent, 'fail')).headers.get('location')));
    expect(Object.fromEntries(failed.searchParams)).toEqual({
      tab: '2',
      setup_intent: intent.id,
      setup_intent_client_secret: intent.client_secret,
      redirect_status: 'failed',
    });
    expect(await stripe.setupIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_setup_error: { type: 'invalid_request_error', code: 'setup_intent_authentication_failure' },
    });

    const again = await stripe.setupIntents.confirm(intent.id, { payment_method });
    const passed = await authenticate(world, again, 'complete');
    expect(passed.headers.get('location')).toContain('redirect_status=succeeded');
    expect(await stripe.setupIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
    expect(await listCards(customer)).toHaveLength(1);
    expect(await listEvents(world, intent.id)).toEqual([
      'setup_intent.created',
      'setup_intent.requires_action',
      'setup_intent.setup_failed',
      'setup_intent.requires_action',
      'setup_intent.succeeded',
    ]);
    // Returning to the page changes nothing.
    const returned = await authenticate(world, again, 'fail');
    expect(returned.headers.get('location')).toContain('redirect_status=succeeded');
    expect(await stripe.setupIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
  });

  it('leaves authentication to a script if there is no return URL', async () => {
    const intent = await create({ confirm: true, payment_method: 'pm_card_authenticationRequired' });
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
  });

  it('can be updated and canceled until it has succeeded', async () => {
    const customer = await createCustomer();
    const { id } = await create();
    const changed = await stripe.setupIntents.update(id, { customer, description: 'A seat' });
    expect(changed).toMatchObject({ customer, description: 'A seat' });
    const reason = { cancellation_reason: 'abandoned' } as const;
    expect(await stripe.setupIntents.cancel(id, reason)).toMatchObject({ status: 'canceled', ...reason });
    expect(await listEvents(world, id)).toEqual(['setup_intent.created', 'setup_intent.canceled']);
    const another = { payment_method: 'pm_card_visa' };
    await expectRejection(stripe.setupIntents.update(id, another), { code: 'setup_intent_unexpected_state' });
  });

  it('rejects confirmation without a card, with a wrong secret or with the card of another customer', async () => {
    const { id } = await create({ customer: await createCustomer() });
    const confirm = (params: Stripe.SetupIntentConfirmParams & { client_secret?: string } = {}) =>
      stripe.setupIntents.confirm(id, params);
    await expectRejection(confirm(), { code: 'setup_intent_unexpected_state' });
    await expectInvalid(confirm({ client_secret: 'seti_1_secret_2' }), 'client_secret');
    const owner = await createCustomer();
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: owner });
    await expectInvalid(confirm({ payment_method: method.id }), 'payment_method');
    expect(await listCards(owner)).toHaveLength(1);
  });

  it('lists its attempts, the latest of which can be expanded', async () => {
    const customer = await createCustomer();
    const declined = { customer, confirm: true, payment_method: 'pm_card_chargeDeclined' };
    const methods = { allowed_payment_method_types: ['card' as const] };
    const rejection = await readRejection(stripe.setupIntents.create({ ...declined, ...methods }));
    const { id = '', latest_attempt: first } = rejection.setup_intent ?? {};
    expect(first).toMatch(/^setatt_/);
    await stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' });
    const attempts = await stripe.setupAttempts.list({ setup_intent: id });
    expect(attempts.data).toMatchObject([
      { object: 'setup_attempt', status: 'succeeded', setup_error: null, setup_intent: id, customer },
      { id: first, status: 'failed', setup_error: { code: 'card_declined' } },
    ]);
    const { latest_attempt } = await stripe.setupIntents.retrieve(id, { expand: ['latest_attempt'] });
    expect(latest_attempt).toEqual(attempts.data[0]);
    await expectInvalid(stripe.setupAttempts.list({ setup_intent: 'seti_none' }), 'setup_intent');
  });
});

/**
 * Sources: docs.stripe.com/billing/subscriptions/overview, on subscriptions without an initial payment, and
 * github.com/stripe/stripe-go/issues/1155 (a card that needs authentication).
 */
describe('a subscription that starts without a payment', () => {
  async function start(change: Partial<Stripe.SubscriptionCreateParams> = {}, card?: string) {
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    const attached = card && (await stripe.paymentMethods.attach(card, { customer: customer.id }));
    return stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: await findPrice(stripe) }],
      trial_period_days: 7,
      ...(attached && { default_payment_method: attached.id }),
      ...change,
      expand: ['pending_setup_intent'],
    });
  }
  const readSetup = (intent: Stripe.Subscription['pending_setup_intent']) => intent as Stripe.SetupIntent;
  const confirmedBy = (id: string, payment_method: string) =>
    stripe.setupIntents.confirm(id, { payment_method });
  const retrieve = ({ id }: { id: string }) => stripe.subscriptions.retrieve(id);

  it('asks for a card if there is none, and keeps it as its own if asked to', async () => {
    const settings = { save_default_payment_method: 'on_subscription' } as const;
    const trial = await start({ payment_behavior: 'default_incomplete', payment_settings: settings });
    const intent = readSetup(trial.pending_setup_intent);
    expect(trial.status).toBe('trialing');
    expect(intent).toMatchObject({
      object: 'setup_intent',
      status: 'requires_payment_method',
      customer: trial.customer,
      usage: 'off_session',
    });
    const { payment_method } = await confirmedBy(intent.id, 'pm_card_visa');
    const kept = { pending_setup_intent: null, default_payment_method: payment_method };
    expect(await retrieve(trial)).toMatchObject(kept);
    const [update] = (await stripe.events.list({ type: 'customer.subscription.updated' })).data;
    expect(update?.data.previous_attributes).toEqual({
      pending_setup_intent: intent.id,
      default_payment_method: null,
    });
    await emulator.advanceTime({ days: 8 });
    expect(await retrieve(trial)).toMatchObject({ status: 'active' });
  });

  it('attaches the card to the customer alone unless asked to keep it', async () => {
    const trial = await start();
    const { id } = readSetup(trial.pending_setup_intent);
    const { payment_method } = await confirmedBy(id, 'pm_card_visa');
    expect(await retrieve(trial)).toMatchObject({ pending_setup_intent: null, default_payment_method: null });
    const { data } = await stripe.paymentMethods.list({ customer: String(trial.customer) });
    expect(data).toMatchObject([{ id: payment_method }]);
  });

  it('asks for the authentication of a card that needs it', async () => {
    const trial = await start({}, 'pm_card_authenticationRequiredOnSetup');
    expect(trial.pending_setup_intent).toMatchObject({
      status: 'requires_action',
      payment_method: trial.default_payment_method,
      next_action: { type: 'use_stripe_sdk' },
    });
  });

  it.each([
    ['with a card that needs none', {}, 'pm_card_visa'],
    ['whose invoices are sent', { collection_method: 'send_invoice', days_until_due: 7 }, undefined],
  ] as const)('asks for nothing %s', async (_, change, card) => {
    expect((await start(change, card)).pending_setup_intent).toBeNull();
  });

  it('asks for nothing if the first invoice is to be paid', async () => {
    const change = { trial_period_days: undefined, payment_behavior: 'default_incomplete' } as const;
    expect(await start(change as object)).toMatchObject({ status: 'incomplete', pending_setup_intent: null });
  });

  it('does so after a checkout without a card', async () => {
    const { id } = await createSession(stripe, {
      payment_method_collection: 'if_required',
      subscription_data: { trial_period_days: 7 },
    });
    const { session } = await emulator.pay(id, { email: 'ada@example.com' });
    const trial = await retrieve({ id: String(session.subscription) });
    expect(trial.pending_setup_intent).toMatch(/^seti_/);
  });

  it('gives the setup up when it gets another card, but not when it ends', async () => {
    const first = await start();
    await payForWith(world, String(first.customer), first.id, 'pm_card_visa');
    expect(await retrieve(first)).toMatchObject({ pending_setup_intent: null });
    const second = await start();
    await stripe.subscriptions.cancel(second.id);
    const [given, kept] = [first, second].map((trial) => readSetup(trial.pending_setup_intent).id);
    expect(await retrieve(second)).toMatchObject({ pending_setup_intent: kept, status: 'canceled' });
    expect(await listEvents(world, String(given))).toEqual(['setup_intent.created', 'setup_intent.canceled']);
    expect(await listEvents(world, String(kept))).toEqual(['setup_intent.created']);
  });
});
