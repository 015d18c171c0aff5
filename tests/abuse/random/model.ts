import type { PlanName } from '@outharbor/contract/plans';
import type Stripe from 'stripe';
import type { Stage } from './stage.ts';

/** What the played people know of and did; the rest is asked of Stripe. */
export interface PlayedUser {
  readonly uid: string;
  /** Sessions whose address reached a browser. */
  readonly sessions: string[];
  /** Subscriptions that the person or Stripe ended, and not the API. */
  readonly ended: Set<string>;
  /** True when a second session was made past the API, so that a second payment is possible. */
  besides: boolean;
}

export type Violation = string;

const GRANTING = new Set(['active', 'trialing', 'past_due']);

/** Compares database and Stripe once everything has settled; empty when all promises hold. */
export async function violationsOf(stage: Stage, user: PlayedUser): Promise<Violation[]> {
  const { subscriptions, sessions, refunds, paid } = await facts(stage, user.uid);
  const record = await stage.gateways.ledger.readRecord(user.uid);
  const live = subscriptions.filter(({ status }) => status !== 'canceled');
  const granting = live.filter(({ status }) => GRANTING.has(status));
  const duplicates = subscriptions.filter(({ metadata }) => metadata.duplicate_of !== undefined);
  const open = sessions.filter(({ status }) => status === 'open').map(({ id }) => id);
  const paidFor = granting[0] && planOf(granting[0]);
  const endedByNobody = subscriptions.filter(
    ({ id, status, metadata }) =>
      status === 'canceled' && metadata.duplicate_of === undefined && !user.ended.has(id),
  );
  return [
    granting.length > 1 && `${granting.length} live subscriptions`,
    record.planType !== paidFor &&
      `record says ${record.planType ?? 'no plan'}, paid is ${paidFor ?? 'none'}`,
    open.length > 1 && `${open.length} open sessions`,
    open.some((id) => id !== record.sessionId) && 'an open session is not the stored one',
    open.length > 0 && paidFor !== undefined && 'a subscriber can pay again',
    duplicates.length > 0 && !user.besides && 'two payments went through',
    ...duplicates.map((duplicate) => {
      const [given, owed] = [refunds.get(duplicate.id) ?? 0, paid(duplicate) ? 1 : 0];
      return given !== owed && `${duplicate.id} was refunded ${given} times instead of ${owed}`;
    }),
    ...duplicates.map(({ id, status }) => status !== 'canceled' && `second subscription ${id} goes on`),
    ...endedByNobody.map(({ id }) => `${id} was ended though nobody asked for it`),
    refunds.size > duplicates.length && 'somebody got money back without a reason',
  ].filter((violation) => typeof violation === 'string');
}

async function facts({ stripe }: Stage, uid: string) {
  const state = await stripe.state();
  const subscriptions = state.subscriptions.filter(({ metadata }) => metadata.uid === uid);
  const ids = new Set(subscriptions.map(({ id }) => id));
  const refunds = new Map<string, number>();
  for (const { metadata } of state.refunds) {
    const id = metadata?.subscription;
    if (id !== undefined && ids.has(id)) refunds.set(id, (refunds.get(id) ?? 0) + 1);
  }
  const sessions = state.checkoutSessions.filter(({ metadata }) => metadata?.uid === uid);
  /** Whether its latest invoice took money; one whose renewal failed is owed nothing. */
  const paid = ({ latest_invoice }: Stripe.Subscription) =>
    state.invoices.some(({ id, amount_paid }) => id === latest_invoice && amount_paid > 0);
  return { subscriptions, sessions, refunds, paid };
}

function planOf(subscription: Stripe.Subscription): PlanName | undefined {
  const key = subscription.items.data[0]?.price.lookup_key;
  return key?.replace('_monthly', '') as PlanName | undefined;
}
