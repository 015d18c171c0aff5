import { createPortalSession } from '@outharbor/api/account/create-portal-session';
import { deleteUser } from '@outharbor/api/account-deletion/delete-user';
import { confirmPayment } from '@outharbor/api/checkout/confirm-payment';
import { createCheckoutSession } from '@outharbor/api/checkout/create-checkout-session';
import { PLAN_NAMES } from '@outharbor/contract/plans';
import { FIRST } from '@outharbor/contract/testing/plans';
import { VISA } from '../../support/card.ts';
import { listLive, OPERATOR_STEPS } from './operator-steps.ts';
import { OWNER_STEPS } from './owner-steps.ts';
import type { Act } from './schedule.ts';
import { SERVICE_STEPS } from './service-steps.ts';
import { pick, type TakeStep } from './take-step.ts';
import { virtualClock } from './virtual-clock.ts';

/** Cards that fail on renewal, are declined immediately, take a refund later, and reject one later. */
const CARDS = [
  ...[VISA, VISA, VISA, VISA],
  ...['4000000000000341', '4000000000000002', '4000000000007726', '4000000000005126'],
] as const;
const SPANS = [40, 24 * 3600 + 5, 31 * 24 * 3600] as const;

export const STEPS: Readonly<Record<Act, TakeStep>> = {
  book: async (play, { fleet, user, sessions, given }, which) => {
    const plan = pick(PLAN_NAMES, which) ?? FIRST.name;
    const outcome = await fleet.run(which >> 2, (context) => createCheckoutSession(context, { user, plan }));
    if (outcome === 'killed' || !('id' in outcome)) return `${plan}: ${play.toOutcome(outcome)}`;
    sessions.push(outcome.id);
    given.add(outcome.id);
    return `${plan}: ${outcome.id}`;
  },

  pay: async ({ stage }, { sessions }, which) => {
    const id = pick(sessions, which);
    if (id === undefined) return undefined;
    const card = CARDS[which % CARDS.length] ?? VISA;
    const { result } = await stage.stripe.pay(id, { card });
    return `${id} with ${card}: ${result}`;
  },

  confirm: async (play, { name, fleet, user, sessions }, which) => {
    const id = pick([...play.people.flatMap((one) => one.sessions), ...sessions], which);
    if (id === undefined) return undefined;
    const outcome = await fleet.run(which >> 2, (context) =>
      confirmPayment(context, { user, sessionId: id }),
    );
    if (outcome === 'killed' || !('planType' in outcome)) return `${id}: ${play.toOutcome(outcome)}`;
    if (!sessions.includes(id)) play.note(`${name} confirmed another user's session`);
    return `${id}: ${outcome.planType}`;
  },

  openPortal: async (play, { fleet, user }, which) =>
    play.toOutcome(await fleet.run(which, (context) => createPortalSession(context, user))),

  deliver: async (play, { fleet }, which) => {
    const courier = play.couriers.get(fleet);
    const events = (await courier?.events(which % 3 > 0)) ?? [];
    const start = events.length === 0 ? 0 : (which * 7) % events.length;
    const some = [...events.slice(start), ...events.slice(0, start)].slice(0, 1 + (which % 6));
    const ordered = which % 2 === 0 ? some : some.toReversed();
    const outcomes = await Promise.all(ordered.map((event) => courier?.deliver(event, which >> 2)));
    return some.map(({ type }, index) => `${type} ${outcomes[index]}`).join(', ') || undefined;
  },

  /** Delivers every event during an outage; only redelivery or the reconciler can recover from it. */
  deliverInOutage: async (play, { fleet }) => {
    const courier = play.couriers.get(fleet);
    await play.duringOutage(async () => {
      for (const event of (await courier?.events(true)) ?? []) await courier?.deliver(event);
    });
    return 'everything';
  },

  recover: async (play, { fleet }, which) => {
    await play.reconcile(fleet, which);
    return 'a pass';
  },

  deleteAccount: async (play, person, which) => {
    const { fleet, user } = person;
    if (fleet.erased.has(user.uid)) return undefined;
    for (const { id } of await listLive(play, person)) person.ended.add(id);
    const outcome = await fleet.run(which, (context) => deleteUser(context, user.uid));
    if (outcome !== undefined) return play.toOutcome(outcome);
    person.leftAt = virtualClock.now();
    return 'done';
  },

  passTime: async (play, _person, which) => {
    const seconds = pick(SPANS, which) ?? 40;
    await play.passTime(seconds);
    return `${seconds} s`;
  },

  changeEmail: async (_play, person, which) => {
    const { fleet, user } = person;
    const email = `${user.uid}-${which}@example.com`;
    fleet.changed.set(user.uid, { ...fleet.changed.get(user.uid), email });
    person.user = { ...user, email };
    return email;
  },

  ...OPERATOR_STEPS,
  ...OWNER_STEPS,
  ...SERVICE_STEPS,
};

/** Steps that must not overlap others: no invariant holds for reads before and writes after them. */
export const EXCLUSIVE: ReadonlySet<Act> = new Set([
  'deleteAccount',
  'eraseAccount',
  'goLive',
  'backUp',
  'restoreBackup',
  'passTime',
]);
