import { describe, expect, it } from 'vitest';
import { CANCEL_URL, findPrice, SUCCESS_URL } from '../../support/stripe/checkout.ts';
import { APRIL, DAY } from '../../support/stripe/dates.ts';
import { createFormerClient } from '../../support/stripe/former-clients.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { subscribedOnClock } from '../../support/stripe/on-clock.ts';
import { payer, subscribedPayer } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

const CLASSIC = { billing_mode: { type: 'classic' } } as const;
const flexible = (
  proration_discounts: 'included' | 'itemized',
  updated_at: unknown = expect.any(Number),
) => ({
  flexible: { proration_discounts },
  type: 'flexible',
  updated_at,
});

describe('the billing mode', () => {
  it('is flexible unless classic is requested', async () => {
    const created = await subscribedPayer(world);
    expect(created.billing_mode).toEqual(flexible('included', created.created));
    const itemized = { type: 'flexible', flexible: { proration_discounts: 'itemized' } } as const;
    expect((await subscribedPayer(world, { billing_mode: itemized })).billing_mode).toEqual(
      flexible('itemized'),
    );
    const classic = await subscribedPayer(world, CLASSIC);
    expect(classic.billing_mode).toEqual({ flexible: null, type: 'classic' });
  });

  it('is the one requested for the subscription of a checkout, since its session was created', async () => {
    const plain = await subscribedOnClock(world, APRIL);
    expect(plain.subscription.billing_mode).toEqual(flexible('included', APRIL));
    const classic = await subscribedOnClock(world, APRIL, 'visa', CLASSIC);
    expect(classic.subscription.billing_mode).toMatchObject({ type: 'classic' });
  });

  it('is the same for a schedule as for the subscription it starts, or was made from', async () => {
    const phases = [{ items: [{ price: await findPrice(stripe) }] }];
    const given = { customer: await payer(world), start_date: 'now', phases } as const;
    for (const [params, mode] of [
      [{}, flexible('included')],
      [CLASSIC, { flexible: null, type: 'classic' }],
    ] as const) {
      const started = await stripe.subscriptionSchedules.create({ ...given, ...params });
      expect(started.billing_mode).toEqual(mode);
      const { billing_mode } = await stripe.subscriptions.retrieve(String(started.subscription));
      expect(billing_mode).toEqual(mode);
    }
    const { id: from_subscription } = await subscribedPayer(world, CLASSIC);
    const inherited = await stripe.subscriptionSchedules.create({ from_subscription });
    expect(inherited.billing_mode).toMatchObject({ type: 'classic' });
    const { id: other } = await subscribedPayer(world, CLASSIC);
    const both = { from_subscription: other, billing_mode: { type: 'flexible' } } as const;
    await expectInvalid(stripe.subscriptionSchedules.create(both), 'billing_mode');
    expect((await stripe.subscriptions.retrieve(other)).schedule).toBeNull();
  });

  it('classic has no settings of the flexible mode', async () => {
    const mode = { type: 'classic', flexible: { proration_discounts: 'itemized' } } as const;
    await expectInvalid(subscribedPayer(world, { billing_mode: mode }), 'billing_mode[flexible]');
    expect((await stripe.subscriptions.list()).data).toEqual([]);
  });

  it('flexible rejects clear_usage', async () => {
    const { id, items } = await subscribedPayer(world);
    const item = String(items.data[0]?.id);
    const clears = { clear_usage: true } as const;
    const message = expect.stringContaining('the following parameters are not supported: clear_usage');
    const removed = stripe.subscriptions.update(id, { items: [{ id: item, ...clears }] });
    await expectRejection(removed, { statusCode: 400, message });
    await expectRejection(stripe.subscriptionItems.del(item, clears), { message });
  });
});

describe('the billing mode in earlier versions', () => {
  it.each([
    ['2025-06-30.basil', 'classic'],
    ['2025-08-27.basil', 'classic'],
    ['2025-09-30.clover', 'flexible'],
  ])('%s: is %s by default', async (version, type) => {
    const former = createFormerClient(emulator, 20, version);
    const customer = await payer(world);
    const items = [{ price: await findPrice(stripe) }];
    const created = await former.subscriptions.create({ customer, items });
    expect(created.billing_mode).toMatchObject({ type });
    const scheduled = { customer, start_date: 'now', phases: [{ items }] };
    expect((await former.subscriptionSchedules.create(scheduled)).billing_mode).toMatchObject({ type });
    const session = await former.checkout.sessions.create({
      customer,
      mode: 'subscription',
      line_items: items.map((item) => ({ ...item, quantity: 1 })),
      success_url: SUCCESS_URL,
      cancel_url: CANCEL_URL,
    });
    const paid = await emulator.pay(session.id, { card: 'visa' });
    const bought = await stripe.subscriptions.retrieve(String(paid.session.subscription));
    expect(bought.billing_mode).toMatchObject({ type });
    for (const mode of ['classic', 'flexible']) {
      const chosen = await former.subscriptions.create({ customer, items, billing_mode: { type: mode } });
      expect(chosen.billing_mode).toMatchObject({ type: mode });
    }
  });

  it.each(['2025-05-28.basil', '2024-06-20'])('%s: neither exists nor is accepted', async (version) => {
    const former = createFormerClient(emulator, 17, version);
    const customer = await payer(world);
    const items = [{ price: await findPrice(stripe) }];
    const created = await former.subscriptions.create({ customer, items });
    expect(created).not.toHaveProperty('billing_mode');
    const scheduled = { customer, start_date: 'now', phases: [{ items }] };
    const schedule = await former.subscriptionSchedules.create(scheduled);
    expect(schedule).not.toHaveProperty('billing_mode');
    const current = await stripe.subscriptions.retrieve(created.id);
    expect(current.billing_mode).toMatchObject({ type: 'classic' });
    const billing_mode = { type: 'flexible' };
    await expect(former.subscriptions.create({ customer, items, billing_mode })).rejects.toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'billing_mode',
    });
    await expect(
      former.checkout.sessions.create({ mode: 'subscription', subscription_data: { billing_mode } }),
    ).rejects.toMatchObject({ param: 'subscription_data[billing_mode]' });
  });
});

describe('migrating to flexible billing', () => {
  const migrate = (id: string, proration_discounts?: 'included' | 'itemized') =>
    stripe.subscriptions.migrate(id, {
      billing_mode: { type: 'flexible', ...(proration_discounts && { flexible: { proration_discounts } }) },
    });

  it('is announced, with the time of the migration', async () => {
    const at = await subscribedOnClock(world, APRIL, 'visa', CLASSIC);
    await at.advanceTo(APRIL + DAY);
    const migrated = await migrate(at.subscription.id);
    expect(migrated.billing_mode).toEqual(flexible('included', APRIL + DAY));
    const [event] = (await stripe.events.list({ type: 'customer.subscription.updated' })).data;
    expect(event?.data).toMatchObject({
      object: { id: at.subscription.id, billing_mode: { type: 'flexible' } },
      previous_attributes: { billing_mode: { type: 'classic' } },
    });
    expect(migrated.latest_invoice).toBe(at.subscription.latest_invoice);
  });

  it('includes the schedule of the subscription', async () => {
    const { id: from_subscription } = await subscribedPayer(world, CLASSIC);
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription });
    await migrate(from_subscription);
    const after = await stripe.subscriptionSchedules.retrieve(schedule.id);
    expect(after.billing_mode).toEqual(flexible('included'));
  });

  it('can itemize discounts later, but changes nothing back', async () => {
    const { id } = await subscribedPayer(world, CLASSIC);
    expect((await migrate(id)).billing_mode).toEqual(flexible('included'));
    const events = (await emulator.state()).events.length;
    expect((await migrate(id)).billing_mode).toEqual(flexible('included'));
    expect((await emulator.state()).events).toHaveLength(events);
    expect((await migrate(id, 'itemized')).billing_mode).toEqual(flexible('itemized'));
    expect((await migrate(id)).billing_mode).toEqual(flexible('itemized'));
    await expectRejection(migrate(id, 'included'), { statusCode: 400 });
    const back = stripe.subscriptions.migrate(id, { billing_mode: { type: 'classic' as 'flexible' } });
    await expectRejection(back, { statusCode: 400 });
    expect((await stripe.subscriptions.retrieve(id)).billing_mode).toEqual(flexible('itemized'));
  });

  it('is rejected for a canceled or unknown subscription', async () => {
    const { id } = await subscribedPayer(world, CLASSIC);
    await stripe.subscriptions.cancel(id);
    await expectRejection(migrate(id), { statusCode: 400, code: 'invalid_canceled_subscription_fields' });
    await expectRejection(migrate('sub_none'), { statusCode: 404 });
  });
});
