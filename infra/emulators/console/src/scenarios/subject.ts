import type { Model } from '../model/model.ts';
import { currentIn } from '../model/people.ts';
import { idOf } from '../model/rows-in.ts';
import { valueIn } from '../model/sources.ts';
import type { Subject } from './scenario.ts';

/** What the scenarios of a person act on; undefined for an unknown person. */
export function subjectFor(model: Model, id: string): Subject | undefined {
  const person = model.people.find(id);
  if (person === undefined) return undefined;
  const { row, account, customers, subscriptions } = person;
  const current = currentIn(subscriptions.filter(({ status }) => !ENDED.includes(status)));
  const charges = valueIn(model.sources.stripe, undefined)?.state.charges ?? [];
  const charge = charges.findLast(
    ({ customer, paid, refunded, disputed }) =>
      customers.includes(idOf(customer) ?? '') && paid && !refunded && !disputed,
  );
  const booking = model.rows.bookings.find(({ person: of, state }) => of === row.id && state === 'active');
  return {
    name: row.name,
    email: row.email,
    uid: account?.uid ?? null,
    disabled: account?.disabled ?? false,
    customer: idOf(current?.customer) ?? customers.at(-1) ?? null,
    subscription: current?.id ?? null,
    periodEnd: current?.items.data[0]?.current_period_end ?? null,
    cancels: current?.cancel_at_period_end ?? false,
    charge: charge ? { id: charge.id, amount: charge.amount - charge.amount_refunded } : null,
    booking: booking?.id ?? null,
  };
}

const ENDED: readonly string[] = ['canceled', 'incomplete_expired', 'incomplete'];
