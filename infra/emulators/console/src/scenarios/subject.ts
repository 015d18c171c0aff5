import { currentIn, NOT_RUNNING } from '../model/join-people.ts';
import type { Model } from '../model/model.ts';

/** The current state of what a person's scenarios act on. */
export type Subject = ReturnType<typeof requireSubject>;

/** What the scenarios of a person act on, by the id or the address. Throws a RangeError for an unknown person. */
export function requireSubject(model: Model, id: string) {
  const person = model.people.find(id);
  if (person === undefined) throw new RangeError(`There is nobody with the id or address ${id}.`);
  const { row, account, customers, subscriptions } = person;
  const current = currentIn(subscriptions.filter(({ status }) => !NOT_RUNNING.includes(status)));
  /** The newest that was paid, and neither refunded nor disputed. */
  const charge = model.kept.payments.find(
    ({ customer, row: { refundable } }) => refundable !== null && customers.includes(customer ?? ''),
  );
  const dispute = model
    .ofPerson('payments', row.id)
    .find(({ kind, state }) => kind === 'dispute' && ['needs_response', 'under_review'].includes(state));
  const booking = model.ofPerson('bookings', row.id).find(({ state }) => state === 'active');
  return {
    name: row.name || row.email,
    email: row.email,
    uid: account?.id ?? null,
    disabled: account?.disabled ?? false,
    customer: current?.customer ?? customers.at(-1) ?? null,
    /** The uid of somebody without a plan. */
    planless: current === undefined ? (account?.id ?? null) : null,
    /** A subscription that has not ended. */
    subscription: current?.id ?? null,
    /** Unix seconds. */
    periodEnd: current?.periodEnd ?? 0,
    charge: charge?.row.id ?? null,
    /** Half of what is left of the charge. */
    half: Math.floor((charge?.row.refundable ?? 0) / 2),
    /** One that is not decided. */
    dispute: dispute?.id ?? null,
    /** The invitee id of the next call. */
    booking: booking?.id ?? null,
  };
}
