import { randomUUID } from 'node:crypto';
import { PLAN_CURRENCY, PLANS, planAmount, planLookupKey, planProductId } from '@outharbor/contract/plans';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import Stripe from 'stripe';
import { makePrice } from '../../support/abuse/purchases.ts';
import { VISA } from '../../support/card.ts';
import type { Person } from './person.ts';
import type { Play } from './play-state.ts';
import { pick, type TakeStep } from './take-step.ts';

const PAGES = { success_url: 'http://localhost:8080/success', cancel_url: 'http://localhost:8080/cancel' };

/** Actions taken directly at Stripe, in its portal or dashboard. */
export const OPERATOR_STEPS = {
  cancel: async (play, person, which) => {
    const found = pick(await listLive(play, person), which);
    if (found === undefined) return undefined;
    person.ended.add(found.id);
    return atStripe(found.id, person.fleet.sdk.subscriptions.cancel(found.id));
  },

  /** Creates what the API prevents: a second open session of one customer, which may be paid immediately. */
  createStraySession: async (play, person, which) => {
    const { fleet, user, sessions } = person;
    const customer = await findCustomer(person);
    if (customer === undefined) return undefined;
    const price = await sellable(person);
    if (price === undefined) return undefined;
    person.mayPayTwice = true;
    const metadata = {
      uid: user.uid,
      deployment: fleet.site.name,
      plan: NEXT.name,
      price,
      attempt: randomUUID(),
    };
    return atStripe(customer, async () => {
      const { id } = await fleet.sdk.checkout.sessions.create({
        mode: 'subscription',
        customer,
        line_items: [{ price, quantity: 1 }],
        metadata,
        subscription_data: { metadata },
        ...PAGES,
      });
      sessions.push(id);
      if (which % 2 === 0) await play.stage.stripe.pay(id, { card: VISA });
    });
  },

  /** Skipped when a second payment may still need a refund, which would be lost with the customer. */
  deleteCustomer: async (play, person) => {
    const customer = await findCustomer(person);
    if (customer === undefined || person.mayPayTwice) return undefined;
    const detail = await atStripe(customer, person.fleet.sdk.customers.del(customer));
    play.external.deletedCustomers.add(customer);
    const { subscriptions } = await play.stage.stripe.state({ livemode: person.fleet.livemode });
    for (const one of subscriptions) if (one.customer === customer) person.ended.add(one.id);
    return detail;
  },

  /** Moves a subscription to a customer of another record of the same client, and deletes the former. */
  mergeCustomer: async (play, person, which) => {
    const { fleet, user } = person;
    const customer = await findCustomer(person);
    const found = pick(await listLive(play, person), which);
    const price = found?.items.data[0]?.price.id;
    if (customer === undefined || found === undefined || price === undefined || person.mayPayTwice)
      return undefined;
    person.mayPayTwice = true;
    return atStripe(customer, async () => {
      const { id } = await fleet.sdk.customers.create({
        email: user.email ?? '',
        metadata: { uid: user.uid, deployment: fleet.site.name },
      });
      const card = await fleet.sdk.paymentMethods.attach('pm_card_visa', { customer: id });
      await fleet.sdk.subscriptions.create({
        customer: id,
        items: [{ price }],
        metadata: found.metadata,
        default_payment_method: card.id,
      });
      person.ended.add(found.id);
      await fleet.sdk.customers.del(customer);
      play.external.deletedCustomers.add(customer);
      const { subscriptions } = await play.stage.stripe.state({ livemode: fleet.livemode });
      for (const one of subscriptions) if (one.customer === customer) person.ended.add(one.id);
    });
  },

  pauseCollection: async (play, person, which) => {
    const found = pick(await listLive(play, person), which);
    if (found === undefined) return undefined;
    person.mayPayTwice = true;
    const change = { pause_collection: { behavior: 'void' as const } };
    return atStripe(found.id, person.fleet.sdk.subscriptions.update(found.id, change));
  },

  resumeCollection: async (play, person, which) => {
    const paused = (await listLive(play, person)).filter(({ pause_collection }) => pause_collection !== null);
    const found = pick(paused, which);
    if (found === undefined) return undefined;
    return atStripe(found.id, person.fleet.sdk.subscriptions.update(found.id, { pause_collection: '' }));
  },

  /**
   * Buys another product on the same account whose metadata also has a `uid`, but no deployment: for a separate
   * customer or for ours.
   */
  buyForeign: async (play, person, which) => {
    const { fleet, user } = person;
    const isCopied = which % 2 === 0;
    const ours = isCopied ? await findCustomer(person) : undefined;
    const metadata = { uid: user.uid };
    return atStripe(ours ?? 'a separate customer', async () => {
      const { id: product } = await fleet.sdk.products.create({ name: 'Something else' });
      const recurring = { interval: 'month' as const };
      const { id: price } = await fleet.sdk.prices.create({
        product,
        currency: PLAN_CURRENCY,
        unit_amount: 900,
        recurring,
      });
      const customer =
        ours ??
        (await fleet.sdk.customers.create({ email: user.email ?? '', metadata: { uid: user.uid } })).id;
      const open = (marks: Stripe.MetadataParam) =>
        fleet.sdk.checkout.sessions.create({
          mode: 'subscription',
          customer,
          line_items: [{ price, quantity: 1 }],
          metadata: marks,
          subscription_data: { metadata: marks },
          ...PAGES,
        });
      const bought = await open(metadata);
      const paid = await play.stage.stripe.pay(bought.id, { card: VISA });
      const left = await open({ uid: user.uid });
      const subscription = String(paid.session.subscription);
      play.foreign.push({
        fleet,
        livemode: fleet.livemode,
        subscription,
        customer,
        openSession: left.id,
        listedLate: play.external.lateLists,
      });
    });
  },

  /** A price of a product that the catalogue does not have. */
  moveToSpecialPrice: async (play, person, which) => {
    const found = pick(await listLive(play, person), which);
    const [item] = found?.items.data ?? [];
    if (found === undefined || item === undefined) return undefined;
    return atStripe(found.id, async () => {
      const items = [{ id: item.id, price: await newPrice(person, 1900) }];
      await person.fleet.sdk.subscriptions.update(found.id, { items, proration_behavior: 'none' });
    });
  },

  addItem: async (play, person, which) => {
    const found = pick(await listLive(play, person), which);
    if (found === undefined) return undefined;
    return atStripe(found.id, async () => {
      const price = await newPrice(person, 100);
      await person.fleet.sdk.subscriptionItems.create({ subscription: found.id, price });
    });
  },

  subscribeByHand: async (_play, person) => {
    const [customer, price] = [await findCustomer(person), await sellable(person)];
    if (customer === undefined || price === undefined) return undefined;
    person.mayPayTwice = true;
    return atStripe(customer, async () => {
      const { fleet } = person;
      const [card] = (await fleet.sdk.customers.listPaymentMethods(customer)).data;
      if (card === undefined) return;
      await fleet.sdk.subscriptions.create({
        customer,
        items: [{ price }],
        default_payment_method: card.id,
      });
    });
  },

  refundByHand: async (_play, person, which) => {
    const customer = await findCustomer(person);
    if (customer === undefined) return undefined;
    return atStripe(customer, async () => {
      const { data } = await person.fleet.sdk.charges.list({ customer });
      const charge = pick(
        data.filter(({ paid, disputed, refunded }) => paid && !disputed && !refunded),
        which,
      );
      if (charge === undefined) return;
      const amount = which % 2 === 0 ? {} : { amount: 100 };
      await person.fleet.sdk.refunds.create({ charge: charge.id, ...amount });
    });
  },

  /** After it is enabled again, the person can buy another plan before the paused one continues. */
  disableAccount: async (_play, person) => {
    const { fleet, user } = person;
    person.mayPayTwice = true;
    fleet.changed.set(user.uid, { ...fleet.changed.get(user.uid), disabled: true });
    return 'in Firebase';
  },

  enableAccount: async (_play, { fleet, user }) => {
    if (fleet.changed.get(user.uid)?.disabled !== true) return undefined;
    fleet.changed.set(user.uid, { ...fleet.changed.get(user.uid), disabled: false });
    return 'in Firebase';
  },

  /** Replaces a price, changes its amount, or moves its lookup key to another product. */
  reprice: async (play, { fleet: { sdk } }, which) => {
    const plan = pick(PLANS, which) ?? FIRST;
    const kind = pick(['replaced', 'another amount', 'another product'] as const, which >> 2);
    play.external.repriced = true;
    return atStripe(`${plan.name}, ${kind}`, async () => {
      const before = await sdk.prices.list({ lookup_keys: [planLookupKey(plan)] });
      await makePrice({ sdk }, plan, {
        ...(kind === 'another product' && { product: (await sdk.products.create({ name: 'Cheap' })).id }),
        ...(kind === 'another amount' && { amount: Math.round(planAmount(plan) / 2) }),
      });
      const [old] = before.data;
      if (old !== undefined && kind === 'replaced') await sdk.prices.update(old.id, { active: false });
    });
  },
} satisfies Record<string, TakeStep>;

async function newPrice({ fleet: { sdk } }: Person, amount: number): Promise<string> {
  const { id: product } = await sdk.products.create({ name: 'By arrangement' });
  const recurring = { interval: 'month' as const };
  const price = { product, currency: PLAN_CURRENCY, unit_amount: amount, recurring };
  return (await sdk.prices.create(price)).id;
}

/** The user's subscriptions that have not ended: sold by the API, or made by hand for their customer. */
export async function listLive({ stage }: Play, { fleet, user }: Person): Promise<Stripe.Subscription[]> {
  const { subscriptions, customers } = await stage.stripe.state({ livemode: fleet.livemode });
  return subscriptions.filter(
    (one) => one.status !== 'canceled' && findOwner(one, customers, fleet.site.name) === user.uid,
  );
}

type Customers = readonly (Stripe.Customer | Stripe.DeletedCustomer)[];

export function findOwner(
  { metadata, items, customer: payer }: Stripe.Subscription,
  customers: Customers,
  deployment: string,
): string | undefined {
  const isPlan = items.data.some(({ price }) => PLANS.some((plan) => planProductId(plan) === price.product));
  const customer = customers.find(({ id }) => id === payer);
  const owner = customer === undefined || customer.deleted ? {} : customer.metadata;
  const isPayers = isPlan && owner.deployment === deployment;
  if (metadata.deployment !== undefined && metadata.deployment !== deployment) return undefined;
  if (metadata.deployment === undefined && !isPayers) return undefined;
  return metadata.uid ?? (isPayers ? owner.uid : undefined);
}

/** Returns the stored customer if it belongs to the current mode. */
async function findCustomer({ fleet, user }: Person): Promise<string | undefined> {
  const { customerId, account } = await fleet.site.ledger.read(user.uid);
  return account?.endsWith(fleet.livemode ? '/live' : '/test') ? customerId : undefined;
}

async function sellable({ fleet }: Person): Promise<string | undefined> {
  const { data } = await fleet.sdk.prices.list({ lookup_keys: [planLookupKey(NEXT)], active: true });
  return data.find(({ product }) => product === planProductId(NEXT))?.id;
}

/** Runs a Stripe call and reports a rejection instead of throwing it. */
export async function atStripe(
  what: string,
  work: Promise<unknown> | (() => Promise<unknown>),
): Promise<string> {
  try {
    await (typeof work === 'function' ? work() : work);
    return what;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return `${what}: ${error.message}`;
    throw error;
  }
}
