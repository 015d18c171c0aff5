import { createPortalSession } from '@outharbor/api/account/create-portal-session';
import { createCheckoutSession } from '@outharbor/api/checkout/create-checkout-session';
import { isAppError } from '@outharbor/api/errors/app-error';
import { type GrantedPlan, SPECIAL_PLAN } from '@outharbor/contract/granted-plan';
import { planByProduct } from '@outharbor/contract/plans';
import { NEXT } from '@outharbor/contract/testing/plans';
import type { StateSnapshot } from '@outharbor/stripe-emulator/control-client';
import type Stripe from 'stripe';
import { findOwner } from './operator-steps.ts';
import type { Person } from './person.ts';
import type { Foreign, Play, Violation } from './play-state.ts';
import { readRecords } from './service-steps.ts';
import { virtualClock } from './virtual-clock.ts';

const GRANTING = new Set(['active', 'trialing', 'past_due']);

/** Compares the database with Stripe once everything has settled; empty when all invariants hold. */
export async function findViolations(play: Play): Promise<Violation[]> {
  const states = {
    test: await play.stage.stripe.state({ livemode: false }),
    live: await play.stage.stripe.state({ livemode: true }),
  };
  const readState = (livemode: boolean) => (livemode ? states.live : states.test);
  const found: Violation[] = [];
  for (const person of play.people) {
    const facts = readFacts(readState(person.fleet.livemode), person);
    const isErased = person.fleet.erased.has(person.user.uid);
    const violations = isErased
      ? await violationsOfErased(person, facts, play)
      : [...(await violationsOfMember(person, facts, play)), ...(await lockedOut(person, facts, play))];
    found.push(...violations.map((text) => `${person.name}: ${text}`));
  }
  for (const foreign of play.foreign) found.push(...touched(foreign, readState(foreign.livemode), play));
  return found;
}

interface Facts {
  readonly subscriptions: readonly Stripe.Subscription[];
  readonly sessions: readonly Stripe.Checkout.Session[];
  readonly customers: readonly string[];
  /** What the API asked for, by subscription ID. */
  readonly refunds: ReadonlyMap<string, readonly Stripe.Refund[]>;
  readonly allRefunds: readonly Stripe.Refund[];
  readonly granting: readonly Stripe.Subscription[];
  readonly paidFor: GrantedPlan | undefined;
  readonly renewals: readonly Stripe.Invoice[];
}

function readFacts(state: StateSnapshot, { user, fleet }: Person): Facts {
  const isOurs = (metadata: Stripe.Metadata | null) =>
    metadata?.uid === user.uid && metadata.deployment === fleet.site.name;
  const subscriptions = state.subscriptions.filter(
    (one) => findOwner(one, state.customers, fleet.site.name) === user.uid,
  );
  const granting = subscriptions
    .filter(({ status, pause_collection }) => GRANTING.has(status) && pause_collection === null)
    .toSorted(
      (one, other) =>
        Number(one.status === 'past_due') - Number(other.status === 'past_due') ||
        Number(readPlan(one) === SPECIAL_PLAN) - Number(readPlan(other) === SPECIAL_PLAN) ||
        one.created - other.created ||
        Number(wasSold(other)) - Number(wasSold(one)) ||
        (one.id < other.id ? -1 : 1),
    );
  const refunds = Map.groupBy(state.refunds, ({ metadata }) => metadata?.subscription ?? '');
  const ids = new Set(subscriptions.map(({ id }) => id));
  return {
    subscriptions,
    sessions: state.checkoutSessions.filter(({ metadata }) => isOurs(metadata)),
    customers: state.customers.filter((one) => !one.deleted && isOurs(one.metadata)).map(({ id }) => id),
    refunds: new Map([...refunds].filter(([id]) => ids.has(id))),
    allRefunds: state.refunds,
    granting,
    paidFor: granting[0] && readPlan(granting[0]),
    renewals: state.invoices.filter(
      ({ billing_reason, amount_paid, parent }) =>
        billing_reason === 'subscription_cycle' &&
        amount_paid > 0 &&
        ids.has(String(parent?.subscription_details?.subscription)),
    ),
  };
}

const wasSold = (one: Stripe.Subscription) =>
  one.metadata.uid !== undefined && readPlan(one) !== SPECIAL_PLAN;

/** A second subscription returns what it took since the first began, whoever returned it, unless its refund failed. */
async function notReturned(
  { fleet, disputed }: Person,
  { subscriptions, refunds, allRefunds }: Facts,
  { id, metadata }: Stripe.Subscription,
): Promise<Violation | undefined> {
  const made = refunds.get(id) ?? [];
  if (metadata.duplicate_refunded === 'nothing owed')
    return made.length > 0 ? `${id} was refunded, but owed nothing` : undefined;
  const isNotified = made.some((one) => one.status === 'failed' && one.metadata?.failure_told !== undefined);
  if (isNotified || disputed.size > 0) return undefined;
  const gte = subscriptions.find((one) => one.id === metadata.duplicate_of)?.created ?? 0;
  const { data } = await fleet.sdk.invoices.list({
    subscription: id,
    created: { gte },
    expand: ['data.payments'],
    limit: 100,
  });
  const intents = data.flatMap(({ payments }) =>
    (payments?.data ?? [])
      .filter(({ status }) => status === 'paid')
      .map(({ payment }) => payment.payment_intent),
  );
  const paid = data.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
  const returned = allRefunds
    .filter(
      ({ status, payment_intent }) => status !== 'failed' && intents.includes(payment_intent ?? undefined),
    )
    .reduce((sum, { amount }) => sum + amount, 0);
  return paid === returned ? undefined : `${id} took ${paid} and returned ${returned}`;
}

async function violationsOfMember(person: Person, facts: Facts, { external }: Play): Promise<Violation[]> {
  const { subscriptions, sessions, granting, paidFor, refunds } = facts;
  const { ledger } = person.fleet.site;
  const [record, stored] = await Promise.all([
    ledger.readRecord(person.user.uid),
    ledger.read(person.user.uid),
  ]);
  const duplicates = subscriptions.filter(({ metadata }) => metadata.duplicate_of !== undefined);
  const returns = await Promise.all(duplicates.map((one) => notReturned(person, facts, one)));
  const isPending = (stored.refundDue ?? '')
    .split(' ')
    .every((due) => refunds.get(due)?.some(({ status }) => status === 'pending'));
  const { disabled } = person.fleet.changed.get(person.user.uid) ?? {};
  const open = sessions
    // Nothing names a session any more whose customer was deleted and whose record was lost.
    .filter(({ id, status, customer }) => {
      const isGone = person.billingLost && external.deletedCustomers.has(String(customer));
      return status === 'open' && person.given.has(id) && !isGone;
    })
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
    granting.filter(wasSold).length > 1 && `${granting.length} live subscriptions`,
    disabled && granting.length > 0 && 'a disabled person is charged',
    record.planType !== paidFor && `record says ${record.planType}, paid is ${paidFor}`,
    stored.planType !== paidFor && `the ledger says ${stored.planType}, paid is ${paidFor}`,
    stored.refundDue !== undefined &&
      person.disputed.size === 0 &&
      !isPending &&
      `a refund of ${stored.refundDue} is still due`,
    open.length > 1 && !(person.billingLost && external.lateLists) && `${open.length} open sessions`,
    open.some((id) => id !== record.sessionId) &&
      !person.billingLost &&
      'an open session is not the stored one',
    open.length > 0 && paidFor !== undefined && !mayPayTwice && 'a subscriber can pay again',
    duplicates.length > 0 && !mayPayTwice && 'two payments went through',
    ...returns,
    ...duplicates.map(
      ({ id, status }) => status !== 'canceled' && `second subscription ${id} is still active`,
    ),
    ...endedWithoutCause.map(({ id }) => `${id} was ended without a request`),
    [...refunds.keys()].some((id) => !duplicates.some((one) => one.id === id)) &&
      'a refund was made without a reason',
  ].filter((violation) => typeof violation === 'string');
}

/** Whatever happened before, a user without a plan can buy one and a customer can open the portal. */
async function lockedOut(
  { fleet, user, mistyped }: Person,
  { customers, paidFor }: Facts,
  play: Play,
): Promise<Violation[]> {
  if (fleet.changed.get(user.uid)?.disabled) return [];
  const portal =
    customers.length === 0
      ? 'not a customer'
      : await fleet.run(0, (context) => createPortalSession(context, user));
  const booked = await fleet.run(1, (context) => createCheckoutSession(context, { user, plan: NEXT.name }));
  const isRight =
    (mistyped && isAppError(booked, 'plan_managed')) ||
    (paidFor === undefined
      ? typeof booked === 'object' && 'id' in booked
      : isAppError(booked, 'plan_already_active'));
  return [
    typeof portal !== 'string' && `the portal answers ${play.toOutcome(portal)}`,
    !isRight && `booking with ${paidFor ?? 'no plan'} answers ${play.toOutcome(booked)}`,
  ].filter((violation) => typeof violation === 'string');
}

/** A tombstone in billing and no user record. */
const GONE = /^\[(?:null|\{"deletedAt":\d+,(?:"refundDue":"[\w ]+",)?"revision":\d+\}),null\]$/;

/** A deleted account has at most a tombstone, and no subscription that renews. */
async function violationsOfErased(
  person: Person,
  { granting, renewals }: Facts,
  { external }: Play,
): Promise<Violation[]> {
  const renewing = granting.filter(({ cancel_at }) => cancel_at === null);
  const records = await readRecords(person);
  return [
    records !== person.erased && !GONE.test(records) && 'the records of a deleted account were written',
    // A late list hides a second session from the deletion.
    !external.lateLists &&
      renewals.some(({ created }) => created > (person.leftAt ?? Number.POSITIVE_INFINITY)) &&
      'a person who left was charged',
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

function readPlan({ items }: Stripe.Subscription): GrantedPlan {
  return (
    items.data.flatMap(({ price }) => planByProduct(String(price.product)) ?? [])[0]?.name ?? SPECIAL_PLAN
  );
}
