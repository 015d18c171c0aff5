import { currentIn } from '../model/join-people.ts';
import type { Model } from '../model/model.ts';
import type { Subject } from './scenario.ts';

/** What the scenarios of a person act on; undefined for an unknown person. */
export function subjectFor(model: Model, id: string): Subject | undefined {
  const person = model.people.find(id);
  if (person === undefined) return undefined;
  const { row, account, customers, subscriptions } = person;
  const current = currentIn(subscriptions.filter(({ status }) => !ENDED.includes(status)));
  const charge = model.kept.payments.find(
    ({ customer, row: { refundable } }) => refundable !== null && customers.includes(customer ?? ''),
  );
  const booking = model.ofPerson('bookings', row.id).find(({ state }) => state === 'active');
  return {
    name: row.name,
    email: row.email,
    uid: account?.id ?? null,
    disabled: account?.disabled ?? false,
    customer: current?.customer ?? customers.at(-1) ?? null,
    subscription: current?.id ?? null,
    periodEnd: current?.periodEnd ?? null,
    cancels: current?.cancelAtPeriodEnd ?? false,
    charge: charge ? { id: charge.row.id, amount: charge.row.refundable ?? 0 } : null,
    booking: booking?.id ?? null,
  };
}

const ENDED: readonly string[] = ['canceled', 'incomplete_expired', 'incomplete'];
