import { API_PATHS } from '@outharbor/contract/paths';
import { PLAN_CURRENCY, planAmount, planLookupKey } from '@outharbor/contract/plans';
import type { CallAnswer } from '@outharbor/contract/schemas';
import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import {
  changePrice,
  createOtherPrice,
  findPrice,
  replacePrice,
  sellByHand,
  signUp,
} from '../support/abuse/purchases.ts';
import { startWorld } from '../support/abuse/world.ts';
import { FAILS_ON_RENEWAL, VISA } from '../support/card.ts';

const MONTH = { months: 1, seconds: 7200 };

describe('what the operator does in the Stripe dashboard', () => {
  const world = suiteFixture(startWorld);

  const subscribe = (uid: string, plan = FIRST, card = VISA) => signUp(world, uid, plan, card);

  async function moveToSpecialPrice(subscription: string): Promise<void> {
    const { items } = await world.sdk.subscriptions.retrieve(subscription);
    const item = { id: items.data[0]?.id ?? '', price: await createOtherPrice(world, 200_000) };
    await world.sdk.subscriptions.update(subscription, { items: [item], proration_behavior: 'none' });
    await world.settle();
  }

  const readStatus = async (id: string) => (await world.sdk.subscriptions.retrieve(id)).status;

  it('shows a subscription moved to a special price as such, and sells no second one', async () => {
    const { user, subscription } = await subscribe('special');
    await moveToSpecialPrice(subscription);
    expect(await world.readPlan('special')).toBe('special');
    expect((await user.account()).plan).toMatchObject({
      planType: 'special',
      nextPayment: { amount: 200_000 },
    });
    expect((await user.book(FIRST.price)).body.error?.code).toBe('plan_already_active');
    const change = await user.ask(API_PATHS.createPlanChangeSession, { plan: NEXT.price });
    expect(change.body.error?.code).toBe('plan_managed');
    const exported = JSON.stringify((await user.ask(API_PATHS.exportAccount)).body);
    expect(exported).toContain(subscription);
  });

  it('ends a subscription moved to a special price with the account, and charges nothing afterwards', async () => {
    const { user, subscription, customer } = await subscribe('special-leaver');
    await moveToSpecialPrice(subscription);
    expect((await user.ask(API_PATHS.deleteAccount)).status).toBe(200);
    expect(await readStatus(subscription)).toBe('canceled');
    const before = (await world.sdk.invoices.list({ customer })).data.length;
    await world.stripe.advanceTime(MONTH);
    expect((await world.sdk.invoices.list({ customer })).data.length).toBe(before);
  });

  /** A plan that was sold here has ended, and another was made by hand for the same customer. */
  async function subscribeByHand(uid: string) {
    const found = await subscribe(uid);
    const { customer, subscription } = found;
    const [method] = (await world.sdk.customers.listPaymentMethods(customer)).data;
    const settings = { default_payment_method: method?.id ?? '' };
    await world.sdk.customers.update(customer, { invoice_settings: settings });
    await world.sdk.subscriptions.cancel(subscription);
    await world.settle();
    const made = await world.sdk.subscriptions.create({
      customer,
      items: [{ price: await findPrice(world, NEXT) }],
    });
    await world.settle();
    return { ...found, made };
  }

  it('counts a catalogue plan made by hand for a customer of the site, and ends it with the account', async () => {
    const { user, made } = await subscribeByHand('by-hand');
    expect(await world.readPlan('by-hand')).toBe(NEXT.name);
    expect((await user.book(FIRST.price)).body.error?.code).toBe('plan_already_active');
    expect((await user.ask(API_PATHS.deleteAccount)).status).toBe(200);
    expect(await readStatus(made.id)).toBe('canceled');
  });

  it('tells the operator of a plan made by hand for a customer with the address of an account, until it is connected', async () => {
    world.issuer.users.set('by-phone', { email: 'by-phone@example.com', emailVerified: true });
    await world.storeUser('by-phone');
    const { deployment } = world.config.stripe;
    const sell = async (email: string, metadata = {}) => {
      const customer = await world.sdk.customers.create({ email, metadata, payment_method: 'pm_card_visa' });
      const { data } = await world.sdk.customers.listPaymentMethods(customer.id);
      return world.sdk.subscriptions.create({
        customer: customer.id,
        default_payment_method: data[0]?.id ?? '',
        items: [{ price: await findPrice(world, NEXT) }],
      });
    };
    const { id, customer } = await sell('By-Phone@example.com');
    await sell('by-phone@example.com', { deployment: `${deployment}-other` });
    await sell('nobody@example.com');
    const findAlerts = async () => {
      world.api().lines.length = 0;
      await world.api().reconcile();
      return world.api().alerts('subscription_not_connected');
    };
    expect(await findAlerts()).toMatchObject([
      { uid: 'by-phone', emailVerified: true, subscription: id, customer },
    ]);
    expect(await world.readPlan('by-phone')).toBeNull();
    await world.sdk.customers.update(String(customer), { metadata: { uid: 'by-phone', deployment } });
    expect(await findAlerts()).toEqual([]);
    expect(await world.readPlan('by-phone')).toBe(NEXT.name);
  });

  it('lists the receipts of a plan made by hand, and exports the plan', async () => {
    const { user, made } = await subscribeByHand('by-hand-reader');
    const { receipts } = await user.account();
    expect(receipts.map(({ amount }) => amount).toSorted()).toEqual(
      [planAmount(FIRST), planAmount(NEXT)].toSorted(),
    );
    const { payments } = (await user.ask(API_PATHS.exportAccount))
      .body as unknown as CallAnswer<'exportAccount'>;
    expect(JSON.stringify(payments)).toContain(made.id);
  });

  it('finds the plan behind more items than a subscription embeds', async () => {
    const { user, subscription } = await subscribe('with-extras');
    const { items } = await world.sdk.subscriptions.retrieve(subscription);
    const [plan] = items.data;
    const product = (await world.sdk.products.create({ name: 'Extra' })).id;
    const recurring = { interval: 'month' } as const;
    const extra = { price_data: { currency: PLAN_CURRENCY, product, recurring, unit_amount: 100 } };
    await world.sdk.subscriptions.update(subscription, {
      items: [{ id: plan?.id ?? '', deleted: true }, ...Array.from({ length: 11 }, () => extra)],
    });
    await world.sdk.subscriptionItems.create({ subscription, price: plan?.price.id ?? '' });
    await world.settle();
    expect(await world.readPlan('with-extras')).toBe(FIRST.name);
    await world.api().reconcile();
    expect(await world.readPlan('with-extras')).toBe(FIRST.name);
    expect((await user.account()).plan?.planType).toBe(FIRST.name);
  });

  it('lists a receipt with more lines than an invoice embeds', async () => {
    const { user, customer } = await subscribeByHand('by-hand-billed');
    const before = (await user.account()).receipts.length;
    for (let item = 0; item < 11; item += 1)
      await world.sdk.invoiceItems.create({ customer, amount: 100, currency: PLAN_CURRENCY });
    await world.stripe.advanceTime({ months: 1, seconds: 1 });
    expect((await user.account()).receipts.length).toBeGreaterThan(before);
  });

  it('exports every customer of the person', async () => {
    const { user, customer } = await subscribe('twofold');
    const { metadata } = (await world.sdk.customers.retrieve(customer)) as Stripe.Customer;
    const second = await world.sdk.customers.create({ metadata, name: 'Second' });
    const { payments } = (await user.ask(API_PATHS.exportAccount))
      .body as unknown as CallAnswer<'exportAccount'>;
    expect(payments.map(({ id }) => id).toSorted()).toEqual([customer, second.id].toSorted());
  });

  it('does not renew a plan made by hand while its payment is disputed, and tells the operator', async () => {
    const { customer, made } = await subscribeByHand('by-hand-disputer');
    const [charge] = (await world.sdk.charges.list({ customer })).data;
    await world.stripe.dispute(charge?.id ?? '');
    await world.settle();
    expect((await world.sdk.subscriptions.retrieve(made.id)).cancel_at_period_end).toBe(true);
    expect(world.api().alerts('payment_disputed')).toContainEqual(
      expect.objectContaining({ uid: 'by-hand-disputer' }),
    );
  });

  it('counts a plan that is paid by invoice before the first invoice is paid, so that nobody buys it twice', async () => {
    const { user, customer, subscription } = await subscribe('by-invoice');
    await world.sdk.subscriptions.cancel(subscription);
    await sellByHand(world, customer, NEXT);
    await world.settle();
    expect(await world.readPlan('by-invoice')).toBe(NEXT.name);
    expect((await user.book(FIRST.price)).body.error?.code).toBe('plan_already_active');
  });

  it('never ends a subscription made by hand as a duplicate', async () => {
    const { customer, subscription } = await subscribe('two');
    const made = await sellByHand(world, customer, NEXT);
    await world.settle();
    expect([await readStatus(subscription), await readStatus(made.id)]).toEqual(['active', 'active']);
    expect(await world.readPlan('two')).toBe(FIRST.name);
  });

  async function withExtra(uid: string) {
    const found = await subscribe(uid);
    const extra = await world.sdk.subscriptionItems.create({
      subscription: found.subscription,
      price: await createOtherPrice(world, 5000),
    });
    await world.settle();
    const change = (more = {}) =>
      found.user.ask(API_PATHS.createPlanChangeSession, { plan: NEXT.price, ...more }) as Promise<{
        status: number;
        body: CallAnswer<'createPlanChangeSession'> & { error?: { code: string } };
      }>;
    const prices = async () =>
      (await world.sdk.subscriptions.retrieve(found.subscription)).items.data
        .map(({ price }) => price.lookup_key ?? price.id)
        .toSorted();
    return { ...found, extra, change, prices };
  }

  it('counts an extra item in the next payment of the plan', async () => {
    const { user } = await withExtra('counted');
    const { plan } = await user.account();
    // The first invoice includes the rest of the first month.
    expect(plan?.planType).toBe(FIRST.name);
    expect(plan?.nextPayment?.amount).toBeGreaterThanOrEqual(planAmount(FIRST) + 5000);
  });

  it('changes the plan and leaves an extra item alone, at the cost that was agreed to', async () => {
    const { change, customer, extra, prices } = await withExtra('extra');
    const before = (await world.sdk.invoices.list({ customer })).data.length;
    const { cost } = (await change()).body;
    if (cost === undefined) throw new Error('no cost');
    expect(cost.amount).toBeGreaterThan(0);
    const other = { ...cost, amount: cost.amount - 1 };
    expect((await change({ agreed: other })).body).toEqual({ cost });
    expect((await world.sdk.invoices.list({ customer })).data).toHaveLength(before);
    expect((await change({ agreed: cost })).body).toEqual({ planType: NEXT.name });
    expect(await world.readPlan('extra')).toBe(NEXT.name);
    expect(await prices()).toEqual([planLookupKey(NEXT), extra.price.id].toSorted());
    const [invoice] = (await world.sdk.invoices.list({ customer })).data;
    expect(invoice).toMatchObject({ amount_paid: cost.amount, status: 'paid' });
    expect((await change({ agreed: cost })).body.error?.code).toBe('plan_unchanged');
  });

  it('changes the plan once beside an extra item if Stripe changes it and the answer is lost', async () => {
    const { change, customer, subscription } = await withExtra('unheard');
    const { cost } = (await change()).body;
    world.stripeProxy.failAt(new RegExp(`^POST .*${subscription}$`), { kind: 'drop_after' });
    expect((await change({ agreed: cost })).status).toBe(503);
    world.stripeProxy.heal();
    const before = (await world.sdk.invoices.list({ customer })).data.length;
    expect((await change({ agreed: cost })).body).toEqual({ planType: NEXT.name });
    expect((await world.sdk.invoices.list({ customer })).data).toHaveLength(before);
  });

  it('offers a change beside an extra item at the price that has just replaced another', async () => {
    const { change } = await withExtra('replaced');
    await change();
    const { before } = await replacePrice(world, NEXT);
    await world.sdk.prices.update(before, { active: false });
    expect((await change()).body.cost?.amount).toBeGreaterThan(0);
  });

  it('offers no change of a plan whose payment has just failed, before the event says so', async () => {
    const { user } = await subscribe('late-event', FIRST, FAILS_ON_RENEWAL);
    await world.settle();
    await world.stripe.advanceTime(MONTH);
    const change = await user.ask(API_PATHS.createPlanChangeSession, { plan: NEXT.price });
    expect(change.body.error?.code).toBe('plan_past_due');
  });

  it('changes nothing beside an extra item unless the card pays', async () => {
    const { change, customer, extra, prices, subscription: id } = await withExtra('declined');
    const broken = await world.sdk.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    const { default_payment_method: card } = await world.sdk.subscriptions.retrieve(id);
    await world.sdk.subscriptions.update(id, { default_payment_method: broken.id });
    const { cost } = (await change()).body;
    const { status, body } = await change({ agreed: cost });
    expect([status, body.error?.code]).toEqual([409, 'plan_change_unpaid']);
    expect(await prices()).toEqual([planLookupKey(FIRST), extra.price.id].toSorted());
    expect(await world.readPlan('declined')).toBe(FIRST.name);
    await world.sdk.subscriptions.update(id, { default_payment_method: String(card) });
    expect((await change({ agreed: cost })).body).toEqual({ planType: NEXT.name });
  });

  it('ends a subscription that a schedule manages with its period, once its payment is disputed', async () => {
    const { customer, subscription } = await subscribe('scheduled');
    await world.sdk.subscriptionSchedules.create({ from_subscription: subscription });
    const [charge] = (await world.sdk.charges.list({ customer })).data;
    await world.stripe.dispute(charge?.id ?? '');
    await world.settle();
    expect(await world.sdk.subscriptions.retrieve(subscription)).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
    });
  });

  it('ends a subscription that a schedule manages with its period, once its account is erased', async () => {
    await subscribe('neighbour');
    const { subscription } = await subscribe('scheduled-ghost');
    await world.sdk.subscriptionSchedules.create({ from_subscription: subscription });
    world.issuer.users.delete('scheduled-ghost');
    await world.settle();
    await world.api().reconcile();
    expect((await world.sdk.subscriptions.retrieve(subscription)).cancel_at_period_end).toBe(true);
  });

  it.each([
    [
      'the subscription was cancelled',
      (found: Awaited<ReturnType<typeof subscribe>>) => world.sdk.subscriptions.cancel(found.subscription),
    ],
    [
      'the customer was deleted',
      (found: Awaited<ReturnType<typeof subscribe>>) => world.sdk.customers.del(found.customer),
    ],
  ])('shows the account page after %s and before its event', async (what, act) => {
    const found = await subscribe(`between-${what.length}`);
    await act(found);
    expect((await found.user.ask(API_PATHS.account)).status).toBe(200);
    await world.settle();
  });

  it('shows the credit of a change to a cheaper plan, and pays it back when the account is deleted', async () => {
    const { user, subscription, customer } = await subscribe('credit', LAST);
    await changePrice(world, subscription, await findPrice(world, FIRST));
    await world.settle();
    const { credit } = await user.account();
    expect(credit?.amount).toBeGreaterThan(0);
    expect((await user.ask(API_PATHS.deleteAccount)).status).toBe(200);
    const charges = (await world.sdk.charges.list({ customer })).data;
    expect(charges.map(({ amount_refunded }) => amount_refunded)).toEqual([credit?.amount]);
  });

  it('keeps the plan of a subscription that has lost its deployment, and names it once', async () => {
    const { subscription } = await subscribe('earlier');
    await world.sdk.subscriptions.update(subscription, { metadata: { deployment: '' } });
    await world.settle();
    await world.api().reconcile();
    expect(await world.readPlan('earlier')).toBe(FIRST.name);
    const { metadata } = await world.sdk.subscriptions.retrieve(subscription);
    expect(metadata.deployment).toBeTruthy();
  });
});
