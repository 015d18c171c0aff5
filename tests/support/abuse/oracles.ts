import { API_PATHS } from '@outharbor/contract/paths';
import type { Plan, PlanName } from '@outharbor/contract/plans';
import { expect } from 'vitest';
import type { World } from './world.ts';

export interface Expected {
  readonly plan: PlanName | undefined;
  /** Number of sessions by status; an omitted status must not occur. */
  readonly sessions: Readonly<Partial<Record<'open' | 'complete' | 'expired', number>>>;
  /** Number of subscriptions that have not ended. */
  readonly live: number;
  readonly ended: number;
  readonly refunds: number;
}

const GROWTH_LIMIT = 200 * 1024 * 1024;

/** Asserts the state of each user, that every API is alive, and that the heap has not grown too much. */
export async function expectWorld(world: World, users: Readonly<Record<string, Expected>>): Promise<void> {
  for (const [uid, expected] of Object.entries(users)) expect(await actual(world, uid)).toEqual(expected);
  for (const { url } of world.instances) {
    const health = await fetch(`${url}${API_PATHS.live}`, { signal: AbortSignal.timeout(1000) });
    expect(health.status).toBe(200);
  }
  expect(process.memoryUsage().heapUsed - world.heapUsed).toBeLessThan(GROWTH_LIMIT);
}

export const NOTHING: Expected = { plan: undefined, sessions: {}, live: 0, ended: 0, refunds: 0 };

/** After one purchase. */
export const paidFor = ({ name: plan }: Plan): Expected => ({
  ...NOTHING,
  plan,
  sessions: { complete: 1 },
  live: 1,
});

/** Reads a user's state from the database and Stripe. */
export async function actual(world: World, uid: string): Promise<Expected> {
  const plan = await world.observe(`users/${uid}/subscription/planType`);
  const state = await world.stripe.state();
  const customers = new Set(await listCustomers(world, uid));
  const isOfUser = (customer: unknown) => typeof customer === 'string' && customers.has(customer);
  const sessions = state.checkoutSessions.filter((session) => isOfUser(session.customer));
  const subscriptions = state.subscriptions.filter((subscription) => isOfUser(subscription.customer));
  const ids = new Set(subscriptions.map(({ id }) => id));
  return {
    plan: (plan ?? undefined) as PlanName | undefined,
    sessions: countByStatus(sessions.map(({ status }) => String(status))),
    live: subscriptions.filter(({ status }) => !hasEnded(status)).length,
    ended: subscriptions.filter(({ status }) => hasEnded(status)).length,
    refunds: state.refunds.filter(({ metadata }) => ids.has(metadata?.subscription ?? '')).length,
  };
}

const hasEnded = (status: string) => status === 'canceled' || status === 'incomplete_expired';

function countByStatus(statuses: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export async function listCustomers({ stripe }: World, uid: string): Promise<string[]> {
  const { customers } = await stripe.state();
  return customers.filter((one) => !one.deleted && one.metadata.uid === uid).map(({ id }) => id);
}
