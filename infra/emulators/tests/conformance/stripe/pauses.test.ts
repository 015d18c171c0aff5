import { describe, expect, it } from 'vitest';
import { subscribe } from '../../support/stripe/checkout.ts';
import { DAY } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('paused collection', () => {
  const latest = async (subscription: string) => {
    const expand = ['latest_invoice'];
    return stripe.subscriptions.retrieve(subscription, { expand });
  };

  it.each([
    ['void', 'void', false],
    ['mark_uncollectible', 'uncollectible', false],
    ['keep_as_draft', 'draft', false],
  ] as const)('%s keeps the status and leaves the next invoice %s', async (behavior, status, advances) => {
    const { subscription } = await subscribe(world);
    const paused = await stripe.subscriptions.update(subscription, { pause_collection: { behavior } });
    expect(paused).toMatchObject({ status: 'active', pause_collection: { behavior, resumes_at: null } });
    await emulator.advanceTime({ months: 1, seconds: 1 });
    const renewed = await latest(subscription);
    expect(renewed).toMatchObject({
      status: 'active',
      latest_invoice: {
        status,
        billing_reason: 'subscription_cycle',
        auto_advance: advances,
        amount_paid: 0,
      },
    });
    expect(renewed.items.data[0]?.current_period_start).toBe(paused.items.data[0]?.current_period_end);
  });

  it('sends an event, and ends when it is cleared', async () => {
    const { subscription } = await subscribe(world);
    await stripe.subscriptions.update(subscription, { pause_collection: { behavior: 'void' } });
    const [event] = (await stripe.events.list({ type: 'customer.subscription.updated' })).data;
    expect(event?.data.previous_attributes).toMatchObject({ pause_collection: null });
    await stripe.subscriptions.update(subscription, { pause_collection: '' });
    await emulator.advanceTime({ months: 1, seconds: 1 });
    expect(await latest(subscription)).toMatchObject({
      pause_collection: null,
      latest_invoice: { status: 'paid' },
    });
  });

  it('ends automatically at the given time', async () => {
    const { subscription } = await subscribe(world);
    const resumes_at = (await emulator.now()) + 5 * DAY;
    await stripe.subscriptions.update(subscription, { pause_collection: { behavior: 'void', resumes_at } });
    await emulator.advanceTime({ days: 4 });
    expect(await latest(subscription)).toMatchObject({ pause_collection: { resumes_at } });
    await emulator.advanceTime({ days: 2 });
    expect(await latest(subscription)).toMatchObject({ pause_collection: null });
    const past = stripe.subscriptions.update(subscription, {
      pause_collection: { behavior: 'void', resumes_at },
    });
    await expectRejection(past, { param: 'pause_collection[resumes_at]' });
  });

  it('leaves a draft that can be paid on request', async () => {
    const { subscription } = await subscribe(world);
    await stripe.subscriptions.update(subscription, { pause_collection: { behavior: 'keep_as_draft' } });
    await emulator.advanceTime({ months: 1, seconds: 1 });
    const [draft] = (await stripe.invoices.list({ subscription, status: 'draft' })).data;
    expect(draft).toMatchObject({ number: null, status_transitions: { finalized_at: null } });
    expect(await stripe.invoices.pay(String(draft?.id))).toMatchObject({
      status: 'paid',
      amount_paid: 100_000,
    });
  });
});
