import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession, findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEvents } from '../../support/stripe/list-events.ts';

const world = createWorld();
const { stripe, emulator } = world;

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
    const { payment_method } = await stripe.setupIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
    });
    expect(await retrieve(trial)).toMatchObject({
      pending_setup_intent: null,
      default_payment_method: payment_method,
    });
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
    const { payment_method } = await stripe.setupIntents.confirm(id, {
      payment_method: 'pm_card_visa',
    });
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
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: String(first.customer) });
    await stripe.subscriptions.update(first.id, { default_payment_method: card.id });
    expect(await retrieve(first)).toMatchObject({ pending_setup_intent: null });
    const second = await start();
    await stripe.subscriptions.cancel(second.id);
    const [given, kept] = [first, second].map((trial) => readSetup(trial.pending_setup_intent).id);
    expect(await retrieve(second)).toMatchObject({ pending_setup_intent: kept, status: 'canceled' });
    expect(await listEvents(world, String(given))).toEqual(['setup_intent.created', 'setup_intent.canceled']);
    expect(await listEvents(world, String(kept))).toEqual(['setup_intent.created']);
  });
});
