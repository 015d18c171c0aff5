import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/objects.ts';
import { alone, type Part, reference, SETTLEMENTS } from '../../kinds/part.ts';
import type { Collection } from '../../kinds/store/collection.ts';
import { changePayout, destinationWire, type Payout, payoutWire } from './payout.ts';
import { payoutEndpoints } from './payouts.ts';
import { settleTopup, type Topup, topupEndpoints, topupWire } from './topups.ts';

declare module '../../kinds/store/store.ts' {
  interface Store {
    readonly payouts: Collection<Payout>;
    readonly topups: Collection<Topup>;
  }
}

const topup = reference('topup', (store) => store.topups, alone(topupWire));
const payout = reference('payout', (store) => store.payouts, alone(payoutWire));

export const payouts: Part = {
  collections: { payouts: null, topups: null },
  endpoints: [...payoutEndpoints, ...topupEndpoints],
  references: { payout, original_payout: payout, reversed_by: payout },
  fields: {
    'balance_transaction.source': (context, { source }) =>
      payout.show(context, String(source)) ?? topup.show(context, String(source)),
    'payout.destination': (context, { destination }) => destinationWire(context, String(destination)),
  },
  timed: {
    payouts: { due: (entity) => [payoutDueAt(entity), null], run: advancePayout },
    topups: {
      due: ({ hidden, status }) => [status === 'pending' ? hidden.settlesAt : null, SETTLEMENTS],
      run: settleTopup,
    },
  },
};

/** When a payout is next sent or arrives; null once it has. */
function payoutDueAt({ arrival_date, hidden, status }: Payout): number | null {
  if (status === 'pending') return hidden.sent_at;
  return status === 'in_transit' ? arrival_date : null;
}

/** Sends a payout to the bank, or completes it, as due by `now`. */
function advancePayout(context: Context, payout: Payout, now: number): void {
  const at = payoutDueAt(payout);
  if (at === null || at > now) return;
  const status = payout.status === 'pending' ? 'in_transit' : 'paid';
  const after = changePayout(context, payout, { ...payout, status });
  if (status === 'paid') emit(context, 'payout.paid', payoutWire(after));
}
