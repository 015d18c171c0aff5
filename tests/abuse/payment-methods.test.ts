import { PLAN_CURRENCY, type Plan } from '@outharbor/contract/plans';
import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { startApiInstance } from '../support/abuse/in-process-api.ts';
import { expectWorld, NOTHING } from '../support/abuse/oracles.ts';
import { openSecondSession, replacePrice } from '../support/abuse/purchases.ts';
import { requireSession } from '../support/abuse/user-client.ts';
import { startWorld, type World } from '../support/abuse/world.ts';
import { VISA } from '../support/card.ts';

const THREE_DAYS = { days: 3, seconds: 1 };

describe('delayed payments, trials and price changes', () => {
  const world = suiteFixture(startWorld);
  afterEach(() => expectWorld(world, {}));

  /** Creates a session of this deployment directly at Stripe, with options that the API never uses. */
  async function openManualSession(uid: string, plan: Plan, trialDays?: number): Promise<string> {
    const { id } = requireSession(await world.user(uid).book(FIRST.price));
    const opened = await world.sdk.checkout.sessions.expire(id);
    return openSecondSession(world, opened, plan, trialDays);
  }

  it('a session accepts only cards, not bank debits', async () => {
    const { id } = requireSession(await world.user('card-holder').book(FIRST.price));
    const session = await world.sdk.checkout.sessions.retrieve(id);
    expect(session.payment_method_types).toEqual(['card']);
    await expect(world.stripe.pay(id, { card: 'bank_debit' })).rejects.toThrow(/takes no payment methods/);
    await expectWorld(world, { 'card-holder': { ...NOTHING, sessions: { open: 1 } } });
  });

  it('charges the currency of the plans, not one that the visitor may choose', async () => {
    const { id } = requireSession(await world.user('traveller').book(FIRST.price));
    const session = await world.sdk.checkout.sessions.retrieve(id);
    expect([session.adaptive_pricing, session.currency]).toEqual([{ enabled: false }, PLAN_CURRENCY]);
  });

  it('a bank debit grants no plan until the payment arrives', async () => {
    const id = await openManualSession('debtor', NEXT);
    await world.stripe.pay(id, { card: 'bank_debit' });
    expect((await world.user('debtor').confirm(id)).body.error?.code).toBe('payment_incomplete');
    await world.settle();
    expect((await world.api().reconcile()).plansRepaired).toEqual([]);
    expect(await world.readPlan('debtor')).toBeNull();
    await world.stripe.advanceTime(THREE_DAYS);
    await world.settle();
    await expectWorld(world, {
      debtor: { plan: NEXT.name, sessions: { expired: 1, complete: 1 }, live: 1, ended: 0, refunds: 0 },
    });
  });

  it('a bank debit that fails never grants a plan', async () => {
    const id = await openManualSession('defaulter', NEXT);
    await world.stripe.pay(id, { card: 'bank_debit_fails' });
    await world.settle();
    await world.stripe.advanceTime(THREE_DAYS);
    await world.settle();
    await world.api().reconcile();
    const granted = world
      .api()
      .lines.filter((line) => line.includes('plan changed') && line.includes('defaulter'));
    expect(granted).toEqual([]);
    expect(await world.readPlan('defaulter')).toBeNull();
  });

  it('a pending payment is not marked as refunded, and the duplicate is refunded once it arrives', async () => {
    const user = world.user('hasty');
    const debit = await openManualSession('hasty', NEXT);
    await world.stripe.pay(debit, { card: 'bank_debit' });
    const { id } = requireSession(await user.book(FIRST.price));
    await world.stripe.advanceTime({ seconds: 5 });
    await world.stripe.pay(id, { card: VISA });
    expect((await user.confirm(id)).body.planType).toBe(FIRST.name);
    await world.settle();
    const { subscription } = await world.sdk.checkout.sessions.retrieve(debit);
    const pending = await world.sdk.subscriptions.retrieve(String(subscription));
    expect(pending.metadata).not.toHaveProperty('duplicate_refunded');
    await world.stripe.advanceTime(THREE_DAYS);
    await world.settle();
    await world.api().reconcile();
    await expectWorld(world, {
      hasty: { plan: NEXT.name, sessions: { expired: 1, complete: 2 }, live: 1, ended: 1, refunds: 1 },
    });
  });

  it('confirms a session that requires no payment, with the same plan as the webhook', async () => {
    const id = await openManualSession('guest', FIRST, 14);
    await world.stripe.pay(id, { card: VISA });
    expect((await world.sdk.checkout.sessions.retrieve(id)).payment_status).toBe('no_payment_required');
    expect((await world.user('guest').confirm(id)).body.planType).toBe(FIRST.name);
    await world.settle();
    expect(await world.readPlan('guest')).toBe(FIRST.name);
  });

  async function priceSold(to: ReturnType<World['user']>): Promise<string | undefined> {
    const { data } = await world.sdk.checkout.sessions.listLineItems(
      requireSession(await to.book(LAST.price)).id,
    );
    return data[0]?.price?.id;
  }

  it('refetches a price that was just archived and sells its replacement', async () => {
    await world.user('early-bird').book(LAST.price);
    const { before, after } = await replacePrice(world, LAST);
    await world.sdk.prices.update(before, { active: false });
    expect(await priceSold(world.user('late-bird'))).toBe(after);
  });

  it('sells a replaced price for at most one minute, without a restart', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const api = await startApiInstance(world.config, world.issuer.agent);
    const user = (uid: string) => world.userAt(() => api.url, uid);
    try {
      await priceSold(user('first-in-the-minute'));
      const { before, after } = await replacePrice(world, LAST);
      expect(await priceSold(user('within-the-minute'))).toBe(before);
      vi.setSystemTime(Date.now() + 61_000);
      expect(await priceSold(user('after-the-minute'))).toBe(after);
    } finally {
      vi.useRealTimers();
      await api.close();
    }
  });
});
