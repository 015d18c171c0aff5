import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/events/emit.ts';
import { changePayout, type Payout, payoutWire } from './payout.ts';

/** When a payout is next sent or arrives; null once it has. */
export function payoutDueAt({ arrival_date, hidden, status }: Payout): number | null {
  if (status === 'pending') return hidden.sent_at;
  return status === 'in_transit' ? arrival_date : null;
}

/** Sends a payout to the bank, or completes it, as due by `now`. */
export function advancePayout(context: Context, payout: Payout, now: number): void {
  const at = payoutDueAt(payout);
  if (at === null || at > now) return;
  const status = payout.status === 'pending' ? 'in_transit' : 'paid';
  const after = changePayout(context, payout, { ...payout, status });
  if (status === 'paid') emit(context, 'payout.paid', payoutWire(after));
}
