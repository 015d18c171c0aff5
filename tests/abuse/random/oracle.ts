import { createPortalSession } from '@outharbor/api/billing-portal/create-portal-session';
import { createCheckoutSession } from '@outharbor/api/checkout/create-checkout-session';
import { isAppError } from '@outharbor/api/errors/app-error';
import { type PlanName, planByProduct } from '@outharbor/contract/plans';
import { NEXT } from '@outharbor/contract/testing/plans';
import type { StateSnapshot } from '@outharbor/stripe-emulator/control-client';
import type Stripe from 'stripe';
import type { Person } from './person.ts';
import type { Foreign, Play, Violation } from './play-state.ts';
import { recordsOf } from './service-steps.ts';
import { virtualClock } from './virtual-clock.ts';

const GRANTING = new Set(['active', 'trialing', 'past_due']);

/** Compares the database with Stripe once everything has settled; empty when all invariants hold. */
export async function violationsOf(play: Play): Promise<Violation[]> {
  const states = {
    test: await play.stage.stripe.state({ livemode: false }),
    live: await play.stage.stripe.state({ livemode: true }),
  };
  const stateOf = (livemode: boolean) => (livemode ? states.live : states.test);
  const found: Violation[] = [];
  for (const person of play.people) {
    const facts = factsOf(stateOf(person.fleet.livemode), person);
    const violations =
      person.erased === undefined
        ? [...(await violationsOfMember(person, facts, play)), ...(await lockedOut(person, facts, play))]
        : await violationsOfErased(person, facts);
    found.push(...violations.map((text) => `${person.name}: ${text}`));
  }
  for (const foreign of play.foreign) found.push(...touched(foreign, stateOf(foreign.livemode), play));
  return found;
}

interface Facts {
  readonly subscriptions: readonly Stripe.Subscription[];
  readonly sessions: readonly Stripe.Checkout.Session[];
  readonly customers: readonly string[];
  /** Number of refunds by subscription ID. */
  readonly refunds: ReadonlyMap<string, number>;
  readonly granting: readonly Stripe.Subscription[];
  readonly paidFor: PlanName | undefined;
  readonly wasPaid: (subscription: Stripe.Subscription) => boolean;
}

function factsOf(state: StateSnapshot, { user, fleet }: Person): Facts {
  const isOurs = (metadata: Stripe.Metadata | null) =>
    metadata?.uid === user.uid && metadata.deployment === fleet.site.name;
  const subscriptions = state.subscriptions.filter(
    (one) => isOurs(one.metadata) && planOf(one) !== undefined,
  );
  const granting = subscriptions.filter(
    ({ status, pause_collection }) => GRANTING.has(status) && pause_collection === null,
  );
  const refunds = new Map<string, number>();
  for (const { metadata } of state.refunds) {
    const id = metadata?.subscription;
    if (subscriptions.some((one) => one.id === id) && id !== undefined)
      refunds.set(id, (refunds.get(id) ?? 0) + 1);
  }
  return {
    subscriptions,
    sessions: state.checkoutSessions.filter(({ metadata }) => isOurs(metadata)),
    customers: state.customers.filter((one) => !one.deleted && isOurs(one.metadata)).map(({ id }) => id),
    refunds,
    granting,
    paidFor: granting[0] && planOf(granting[0]),
    /** Whether the latest invoice was paid; a failed renewal is owed no refund. */
    wasPaid: ({ latest_invoice }) =>
      state.invoices.some(({ id, amount_paid }) => id === latest_invoice && amount_paid > 0),
  };
}

async function violationsOfMember(person: Person, facts: Facts, { external }: Play): Promise<Violation[]> {
  const { subscriptions, sessions, granting, paidFor, refunds, wasPaid } = facts;
  const { ledger } = person.fleet.site;
  const [record, stored] = await Promise.all([
    ledger.readRecord(person.user.uid),
    ledger.read(person.user.uid),
  ]);
  const duplicates = subscriptions.filter(({ metadata }) => metadata.duplicate_of !== undefined);
  const open = sessions
    .filter(({ id, status }) => status === 'open' && person.given.has(id))
    .map(({ id }) => id);
  const mayPayTwice = person.mayPayTwice || (person.billingLost && external.lateLists);
  const endedWithoutCause = subscriptions.filter(
    ({ id, status, metadata, cancellation_details }) =>
      status === 'canceled' &&
      metadata.duplicate_of === undefined &&
      cancellation_details?.reason !== 'payment_failed' &&
      !person.ended.has(id),
  );
  return [
    granting.length > 1 && `${granting.length} live subscriptions`,
    record.planType !== paidFor && `record says ${record.planType}, paid is ${paidFor}`,
    stored.planType !== paidFor && `the ledger says ${stored.planType}, paid is ${paidFor}`,
    stored.refundDue !== undefined &&
      person.disputed.size === 0 &&
      `a refund of ${stored.refundDue} is still due`,
    open.length > 1 && !(person.billingLost && external.lateLists) && `${open.length} open sessions`,
    open.some((id) => id !== record.sessionId) &&
      !person.billingLost &&
      'an open session is not the stored one',
    open.length > 0 && paidFor !== undefined && !mayPayTwice && 'a subscriber can pay again',
    duplicates.length > 0 && !mayPayTwice && 'two payments went through',
    ...duplicates.map((duplicate) => {
      const owesNothing = duplicate.metadata.duplicate_refunded === 'nothing owed';
      const [given, owed] = [refunds.get(duplicate.id) ?? 0, wasPaid(duplicate) && !owesNothing ? 1 : 0];
      const isDisputed = person.disputed.size > 0 && given === 0;
      return (
        given !== owed && !isDisputed && `${duplicate.id} was refunded ${given} times instead of ${owed}`
      );
    }),
    ...duplicates.map(
      ({ id, status }) => status !== 'canceled' && `second subscription ${id} is still active`,
    ),
    ...endedWithoutCause.map(({ id }) => `${id} was ended without a request`),
    refunds.size > duplicates.length && 'a refund was made without a reason',
  ].filter((violation) => typeof violation === 'string');
}

/** Whatever happened before, a user without a plan can buy one and a customer can open the portal. */
async function lockedOut(
  { fleet, user }: Person,
  { customers, paidFor }: Facts,
  play: Play,
): Promise<Violation[]> {
  const portal =
    customers.length === 0
      ? 'not a customer'
      : await fleet.run(0, (context) => createPortalSession(context, user));
  const booked = await fleet.run(1, (context) => createCheckoutSession(context, { user, plan: NEXT.name }));
  const isRight =
    paidFor === undefined
      ? typeof booked === 'object' && 'id' in booked
      : isAppError(booked, 'plan_already_active');
  return [
    typeof portal !== 'string' && `the portal answers ${play.outcomeOf(portal)}`,
    !isRight && `booking with ${paidFor ?? 'no plan'} answers ${play.outcomeOf(booked)}`,
  ].filter((violation) => typeof violation === 'string');
}

/** A tombstone in billing and no user record. */
const GONE = /^\[\{"left":\d+,"revision":\d+\},null\]$/;

/** A deleted account has at most a tombstone, and no subscription that renews. */
async function violationsOfErased(person: Person, { granting }: Facts): Promise<Violation[]> {
  const renewing = granting.filter(({ cancel_at }) => cancel_at === null);
  const records = await recordsOf(person);
  return [
    records !== person.erased && !GONE.test(records) && 'the records of a deleted account were written',
    ...renewing.map(({ id }) => `${id} of a deleted account is renewed`),
  ].filter((violation) => typeof violation === 'string');
}

/**
 * Subscriptions of other products must not be ended, marked or refunded. One that no list showed in time
 * ends when its customer's account is deleted, see decision 0143.
 */
function touched(
  { subscription, customer, openSession, listedLate }: Foreign,
  { customers, subscriptions, refunds, checkoutSessions }: StateSnapshot,
  { external }: Play,
): Violation[] {
  const bought = subscriptions.find(({ id }) => id === subscription);
  const open = checkoutSessions.find(({ id }) => id === openSession);
  if (external.deletedCustomers.has(customer)) return [];
  if (listedLate && customers.some(({ id, deleted }) => id === customer && deleted)) return [];
  const hasExpired = open !== undefined && open.expires_at <= virtualClock.now();
  return [
    bought?.status !== 'active' && `${bought?.status}`,
    bought?.cancel_at != null && 'set to end',
    bought?.metadata.duplicate_of !== undefined && 'marked',
    refunds.some(({ metadata }) => metadata?.subscription === subscription) && 'refunded',
    open?.status !== 'open' && !hasExpired && `its session ${open?.status}`,
  ]
    .filter((fault) => typeof fault === 'string')
    .map((fault) => `${subscription} of another product is ${fault}`);
}

function planOf({ items }: Stripe.Subscription): PlanName | undefined {
  return items.data.flatMap(({ price }) => planByProduct(String(price.product)) ?? [])[0]?.name;
}
