import { beforeEach, describe, expect, it } from 'vitest';
import { subscribe } from '../../support/stripe/checkout.ts';
import { APRIL, DAY, JUNE, MAY } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { subscribedOnClock } from '../../support/stripe/on-clock.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('invoice.upcoming', () => {
  beforeEach(async () => {
    await emulator.setSwitches({ upcomingDays: 7 });
  });

  const announced = async () =>
    (await stripe.events.list({ type: 'invoice.upcoming' })).data.map(({ data }) => data.object);

  it('is sent once, some days before each renewal, with the invoice as it would be', async () => {
    const at = await subscribedOnClock(world, APRIL);
    await at.advanceTo(MAY - 7 * DAY - 1);
    expect(await announced()).toEqual([]);
    await stripe.invoiceItems.create({ customer: at.customer, amount: 700, currency: 'usd' });
    await at.advanceTo(MAY - 6 * DAY);
    const [invoice, ...others] = await announced();
    expect(others).toEqual([]);
    expect(invoice).not.toHaveProperty('id');
    expect(invoice).toMatchObject({
      object: 'invoice',
      customer: at.customer,
      billing_reason: 'upcoming',
      status: 'draft',
      total: 100_700,
      parent: { subscription_details: { subscription: at.subscription.id } },
    });
    await stripe.invoiceItems.create({ customer: at.customer, amount: 300, currency: 'usd' });
    await at.advanceTo(MAY);
    const [renewal] = (await stripe.invoices.list({ customer: at.customer })).data;
    expect(renewal).toMatchObject({ total: 101_000, status: 'paid' });
    await at.advanceTo(JUNE - DAY);
    expect(await announced()).toHaveLength(2);
  });

  it('is not sent if nothing will be charged', async () => {
    const ending = await subscribedOnClock(world, APRIL);
    await stripe.subscriptions.update(ending.subscription.id, { cancel_at_period_end: true });
    const paused = await subscribedOnClock(world, APRIL);
    await stripe.subscriptions.update(paused.subscription.id, { pause_collection: { behavior: 'void' } });
    for (const { advanceTo } of [ending, paused]) await advanceTo(MAY - DAY);
    expect(await announced()).toEqual([]);
  });

  it('applies to existing subscriptions as soon as it is turned on, and never without the switch', async () => {
    await emulator.setSwitches({ upcomingDays: null });
    await subscribe(world);
    await emulator.advanceTime({ months: 1, days: 25 });
    expect(await announced()).toEqual([]);
    await emulator.setSwitches({ upcomingDays: 3 });
    await emulator.advanceTime({ days: 5 });
    expect(await announced()).toHaveLength(1);
    await expect(emulator.setSwitches({ upcomingDays: 0 })).rejects.toThrow(
      /upcomingDays must be an integer of at least 1/,
    );
  });
});
