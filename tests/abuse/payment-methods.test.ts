import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApiClient, sessionOf } from './support/api-client.ts';
import { startApiInstance } from './support/in-process-api.ts';
import { expectWorld, NOTHING } from './support/oracles.ts';
import { createWebhookCourier } from './support/webhook-courier.ts';
import { instanceAt, startWorld, type World } from './support/world.ts';

const VISA = '4242424242424242';
const THREE_DAYS = { days: 3, seconds: 1 };

describe('payments that take days, or that nothing is paid for', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterEach(() => expectWorld(world, {}));
  afterAll(() => world.close());

  const api = () => instanceAt(world.instances, 0);
  const settle = () => createWebhookCourier(world, () => api().url).settle();
  const shown = (uid: string) => world.observe(`users/${uid}/subscription/planType`);

  /** A session of this deployment that somebody made by hand, as the API does not. */
  async function sessionByHand(
    uid: string,
    lookupKey: string,
    options: { readonly trialDays?: number } = {},
  ): Promise<string> {
    const { id } = sessionOf(await world.user(uid).book(500));
    const { customer, metadata } = await world.sdk.checkout.sessions.retrieve(id);
    await world.sdk.checkout.sessions.expire(id);
    const [price] = (await world.sdk.prices.list({ lookup_keys: [lookupKey] })).data;
    const trial = options.trialDays === undefined ? {} : { trial_period_days: options.trialDays };
    const made = await world.sdk.checkout.sessions.create({
      mode: 'subscription',
      customer: String(customer),
      line_items: [{ price: price?.id ?? '', quantity: 1 }],
      metadata: { ...metadata, attempt: 'by hand' },
      subscription_data: { metadata: { ...metadata, attempt: 'by hand' }, ...trial },
      success_url: 'http://localhost:8080/success',
      cancel_url: 'http://localhost:8080/cancel',
    });
    return made.id;
  }

  it('a session takes cards alone, and no bank debit', async () => {
    const { id } = sessionOf(await world.user('card-holder').book(500));
    const session = await world.sdk.checkout.sessions.retrieve(id);
    expect(session.payment_method_types).toEqual(['card']);
    await expect(world.stripe.pay(id, { card: 'bank_debit' })).rejects.toThrow(/takes no payment methods/);
    await expectWorld(world, { 'card-holder': { ...NOTHING, sessions: { open: 1 } } });
  });

  it('a bank debit gives no plan before its money comes', async () => {
    const id = await sessionByHand('debtor', 'pro_monthly');
    await world.stripe.pay(id, { card: 'bank_debit' });
    expect((await world.user('debtor').confirm(id)).body.error?.code).toBe('payment_incomplete');
    await settle();
    await api().reconcile();
    expect(await shown('debtor')).toBeNull();
    await world.stripe.advanceTime(THREE_DAYS);
    await settle();
    await expectWorld(world, {
      debtor: { plan: 'pro', sessions: { expired: 1, complete: 1 }, live: 1, ended: 0, refunds: 0 },
    });
  });

  it('a bank debit that fails in the end never gave a plan', async () => {
    const id = await sessionByHand('defaulter', 'pro_monthly');
    await world.stripe.pay(id, { card: 'bank_debit_fails' });
    await settle();
    await world.stripe.advanceTime(THREE_DAYS);
    await settle();
    await api().reconcile();
    const granted = api().lines.filter((line) => line.includes('plan changed') && line.includes('defaulter'));
    expect(granted).toEqual([]);
    expect(await shown('defaulter')).toBeNull();
  });

  it('a second subscription whose money is still on its way is refunded once it came, not noted as refunded before', async () => {
    const user = world.user('hasty');
    const debit = await sessionByHand('hasty', 'pro_monthly');
    await world.stripe.pay(debit, { card: 'bank_debit' });
    const { id } = sessionOf(await user.book(500));
    await world.stripe.advanceTime({ seconds: 5 });
    await world.stripe.pay(id, { card: VISA });
    expect((await user.confirm(id)).body.planType).toBe('basic');
    await settle();
    const { subscription } = await world.sdk.checkout.sessions.retrieve(debit);
    const pending = await world.sdk.subscriptions.retrieve(String(subscription));
    expect(pending.metadata).not.toHaveProperty('duplicate_refunded');
    await world.stripe.advanceTime(THREE_DAYS);
    await settle();
    await api().reconcile();
    await expectWorld(world, {
      hasty: { plan: 'pro', sessions: { expired: 1, complete: 2 }, live: 1, ended: 1, refunds: 1 },
    });
  });

  it('a session for which nothing had to be paid is confirmed as the webhook grants it', async () => {
    const id = await sessionByHand('guest', 'basic_monthly', { trialDays: 14 });
    await world.stripe.pay(id, { card: VISA });
    expect((await world.sdk.checkout.sessions.retrieve(id)).payment_status).toBe('no_payment_required');
    expect((await world.user('guest').confirm(id)).body.planType).toBe('basic');
    await settle();
    expect(await shown('guest')).toBe('basic');
  });

  /** Puts another price in the place of the one that sells the largest plan. */
  async function replacePrice() {
    const [before] = (await world.sdk.prices.list({ lookup_keys: ['business_monthly'] })).data;
    const after = await world.sdk.prices.create({
      product: String(before?.product),
      currency: 'usd',
      unit_amount: 149_900,
      recurring: { interval: 'month' },
      lookup_key: 'business_monthly',
      transfer_lookup_key: true,
    });
    return { before: before?.id ?? '', after: after.id };
  }

  async function priceSold(to: ReturnType<World['user']>): Promise<string | undefined> {
    const { data } = await world.sdk.checkout.sessions.listLineItems(sessionOf(await to.book(1499)).id);
    return data[0]?.price?.id;
  }

  it('a price that was archived a moment ago is asked for again, and its successor sold', async () => {
    await world.user('early-bird').book(1499);
    const { before, after } = await replacePrice();
    await world.sdk.prices.update(before, { active: false });
    expect(await priceSold(world.user('late-bird'))).toBe(after);
  });

  it('a price that was replaced is sold for a minute at the most, without a restart', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const api = await startApiInstance(world.config, world.issuer.agent);
    const user = (uid: string) =>
      createApiClient(
        () => api.url,
        uid,
        () => world.issuer.issue(uid),
      );
    try {
      await priceSold(user('first-in-the-minute'));
      const { before, after } = await replacePrice();
      expect(await priceSold(user('within-the-minute'))).toBe(before);
      vi.setSystemTime(Date.now() + 61_000);
      expect(await priceSold(user('after-the-minute'))).toBe(after);
    } finally {
      vi.useRealTimers();
      await api.close();
    }
  });
});
