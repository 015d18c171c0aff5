import { PLAN_CURRENCY } from '@outharbor/contract/plans';
import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import type Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { expectWorld, paidFor } from '../support/abuse/oracles.ts';
import { buyPlan, changePrice, findPrice, openSecondSession, payPlan } from '../support/abuse/purchases.ts';
import { startSecondDeployment } from '../support/abuse/second-deployment.ts';
import { startWorld } from '../support/abuse/world.ts';
import { VISA } from '../support/card.ts';

const PAYING = paidFor(NEXT);
const ENDED = { ...PAYING, plan: undefined, live: 0, ended: 1 };

describe('a disputed payment', () => {
  const world = suiteFixture(startWorld);
  afterEach(() => expectWorld(world, {}));

  const findAlerts = (uid: string) =>
    world
      .api()
      .alerts('payment_disputed', `"uid":"${uid}"`)
      .map(({ stage }) => stage);
  const listCharges = async (customer: string) => (await world.sdk.charges.list({ customer })).data;

  async function subscribe(uid: string) {
    const bought = await buyPlan(world, world.user(uid), NEXT);
    const [charge] = await listCharges(bought.customer);
    if (charge === undefined) throw new Error('nothing was charged');
    const current = () => world.sdk.subscriptions.retrieve(bought.subscription);
    return { ...bought, charge, current };
  }

  async function loseDispute(charge: string) {
    const { id } = await world.stripe.dispute(charge);
    await world.stripe.closeDispute(id, { status: 'lost' });
  }

  it('keeps the plan while the dispute is open, stops renewal and raises one alert', async () => {
    const { charge, current } = await subscribe('disputer');
    const { id } = await world.stripe.dispute(charge.id);
    await world.settle();
    await world.api().reconcile();
    expect(await current()).toMatchObject({ cancel_at_period_end: true, metadata: { [id]: 'open' } });
    expect(findAlerts('disputer')).toEqual(['open']);
    await expectWorld(world, { disputer: PAYING });
  });

  it('ends the subscription when the dispute is lost, without also refunding it', async () => {
    const { charge } = await subscribe('loser');
    const { id } = await world.stripe.dispute(charge.id);
    await world.settle();
    await world.stripe.closeDispute(id, { status: 'lost' });
    await world.settle();
    await world.api().reconcile();
    await expectWorld(world, { loser: ENDED });
    expect(findAlerts('loser')).toEqual(['open', 'lost']);
    expect((await world.user('loser').book(FIRST.price)).status).toBe(200);
  });

  it('ends the subscription even if no webhook arrived', async () => {
    const { charge } = await subscribe('unheard');
    await loseDispute(charge.id);
    await world.api().reconcile();
    await world.api().reconcile();
    await expectWorld(world, { unheard: ENDED });
    expect(findAlerts('unheard')).toEqual(['lost']);
  });

  it('ends the subscription after Stripe failed midway', async () => {
    const { charge } = await subscribe('interrupted');
    await loseDispute(charge.id);
    world.stripeProxy.failAt(/^DELETE \/v1\/subscriptions\//);
    await world.api().reconcile();
    await expectWorld(world, { interrupted: PAYING });
    world.stripeProxy.heal();
    await world.api().reconcile();
    await expectWorld(world, { interrupted: ENDED });
  });

  it('ends the subscription when the dispute of the payment before a change of plan is lost', async () => {
    const { charge, subscription } = await subscribe('changer');
    await changePrice(world, subscription, await findPrice(world, LAST));
    await loseDispute(charge.id);
    await world.settle();
    await expectWorld(world, { changer: ENDED });
  });

  it('ends the subscription when more was charged beside the plan than an invoice embeds', async () => {
    const { customer } = await subscribe('billed');
    for (let item = 0; item < 11; item += 1)
      await world.sdk.invoiceItems.create({ customer, amount: 100, currency: PLAN_CURRENCY });
    await world.stripe.advanceTime({ months: 1, seconds: 1 });
    const [charge] = await listCharges(customer);
    await loseDispute(charge?.id ?? '');
    await world.settle();
    await expectWorld(world, { billed: ENDED });
  });

  it('does not affect a later month that was paid for', async () => {
    const { charge, customer, current } = await subscribe('long-ago');
    await world.stripe.advanceTime({ months: 1, seconds: 1 });
    expect(await listCharges(customer)).toHaveLength(2);
    await loseDispute(charge.id);
    await world.settle();
    expect(await current()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    await expectWorld(world, { 'long-ago': PAYING });
    await world.stripe.advanceTime({ months: 1, seconds: 1 });
    await world.settle();
    await expectWorld(world, { 'long-ago': ENDED });
    expect(await listCharges(customer)).toHaveLength(2);
  });

  it('renews after a win once an operator allows it, and late events do not undo that', async () => {
    const { charge, subscription, current } = await subscribe('winner');
    const { id } = await world.stripe.dispute(charge.id);
    await world.settle();
    await world.stripe.closeDispute(id, { status: 'won' });
    await world.settle();
    expect(await current()).toMatchObject({ cancel_at_period_end: true, metadata: { [id]: 'closed' } });
    await world.sdk.subscriptions.update(subscription, { cancel_at_period_end: false });
    const events = (await world.sdk.events.list({ type: 'charge.dispute.*' })).data;
    const courier = world.courier();
    for (const event of events) await courier.deliver(event);
    expect(await current()).toMatchObject({ cancel_at_period_end: false, metadata: { [id]: 'closed' } });
    expect(findAlerts('winner')).toEqual(['open']);
    await expectWorld(world, { winner: PAYING });
  });

  it('changes nothing during an inquiry, and raises another alert when it becomes a dispute', async () => {
    const { charge, current } = await subscribe('asked');
    await world.stripe.dispute(charge.id, { inquiry: true });
    await world.settle();
    expect((await current()).cancel_at_period_end).toBe(false);
    await world.stripe.dispute(charge.id);
    await world.settle();
    expect((await current()).cancel_at_period_end).toBe(true);
    expect(findAlerts('asked')).toEqual(['inquiry', 'open']);
    await expectWorld(world, { asked: PAYING });
  });

  it('raises one alert for an early fraud warning and changes nothing', async () => {
    const { charge, current } = await subscribe('suspect');
    const [model] = (await world.sdk.events.list({ limit: 1 })).data;
    const warning = (actionable: boolean) =>
      ({
        ...model,
        id: `evt_warning_${actionable}`,
        type: 'radar.early_fraud_warning.created',
        data: {
          object: {
            id: `issfr_${actionable}`,
            object: 'radar.early_fraud_warning',
            actionable,
            charge: charge.id,
            created: charge.created,
            fraud_type: 'misc',
            livemode: false,
            payment_intent: charge.payment_intent,
          },
        },
      }) as Stripe.Event;
    const courier = world.courier();
    for (const actionable of [true, true, false]) {
      expect(await courier.deliver(warning(actionable))).toBe(200);
    }
    expect(findAlerts('suspect')).toEqual(['warning']);
    expect((await current()).cancel_at_period_end).toBe(false);
    await expectWorld(world, { suspect: PAYING });
  });

  it('ignores disputes of another deployment and events for unknown disputes', async () => {
    const staging = await startSecondDeployment(world);
    try {
      const id = await payPlan(world, staging.user('elsewhere'), FIRST);
      const session = await world.sdk.checkout.sessions.retrieve(id);
      const [charge] = await listCharges(String(session.customer));
      await world.stripe.dispute(charge?.id ?? '');
      await world.settle();
      const theirs = await world.sdk.subscriptions.retrieve(String(session.subscription));
      expect(theirs.cancel_at_period_end).toBe(false);
      expect(findAlerts('elsewhere')).toEqual([]);
    } finally {
      await staging.close();
    }
    const [event] = (await world.sdk.events.list({ type: 'charge.dispute.created', limit: 1 })).data;
    if (event?.type !== 'charge.dispute.created') throw new Error('there is no event');
    const forged = { ...event, data: { object: { ...event.data.object, id: 'du_unknown' } } };
    expect(await world.courier().deliver(forged)).toBe(200);
  });

  it.each(['lost', 'won'] as const)(
    'returns the money of a duplicate subscription exactly once when its dispute is %s',
    async (status) => {
      const uid = `twice-${status}`;
      const first = await subscribe(uid);
      const second = await openSecondSession(world, first, FIRST);
      await world.stripe.advanceTime({ seconds: 5 });
      await world.stripe.pay(second, { card: VISA });
      const [charge] = await listCharges(first.customer);
      const { id } = await world.stripe.dispute(charge?.id ?? '');
      await first.user.confirm(second);
      expect(await world.observe(`billing/${uid}/refundDue`)).not.toBeNull();
      await world.stripe.closeDispute(id, { status });
      await world.settle();
      expect(await world.observe(`billing/${uid}/refundDue`)).toBeNull();
      const refunds = status === 'won' ? 1 : 0;
      await expectWorld(world, { [uid]: { ...PAYING, sessions: { complete: 2 }, ended: 1, refunds } });
    },
  );
});
