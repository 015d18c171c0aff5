import type { Context } from '../context.ts';
import { changedAttributes, emit } from '../events.ts';
import type { Payout } from '../state/payout-entities.ts';
import { payoutWire } from '../wire/payout-wire.ts';

/** When a payout is next sent or arrives; null once it has. */
export function payoutDueAt({ arrivalDate, sentAt, status }: Payout): number | null {
  if (status === 'pending') return sentAt;
  return status === 'in_transit' ? arrivalDate : null;
}

/** Sends a payout to the bank, or completes it, as due by `now`. */
export function advancePayout(context: Context, payout: Payout, now: number): void {
  const at = payoutDueAt(payout);
  if (at === null || at > now) return;
  const status = payout.status === 'pending' ? 'in_transit' : 'paid';
  const after = context.store.payouts.put({ ...payout, status });
  const previous = changedAttributes(payoutWire(payout), payoutWire(after));
  emit(context, 'payout.updated', payoutWire(after), previous);
  if (status === 'paid') emit(context, 'payout.paid', payoutWire(after));
}
