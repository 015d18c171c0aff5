import { timed } from '../../kinds/clock/timed.ts';
import { type Part, reference } from '../../kinds/part.ts';
import type { Collection } from '../../kinds/store/collection.ts';
import { advancePayout, payoutDueAt } from './advance-payout.ts';
import { destinationWire, type Payout, payoutWire } from './payout.ts';
import { payoutEndpoints } from './payouts.ts';

declare module '../../kinds/store/store.ts' {
  interface Store {
    readonly payouts: Collection<Payout>;
  }
}

const payout = reference(
  'payout',
  (store) => store.payouts,
  (_, entity) => payoutWire(entity),
);

export const payouts: Part = {
  collections: { payouts: null },
  endpoints: payoutEndpoints,
  references: { payout, original_payout: payout, reversed_by: payout },
  fields: {
    'balance_transaction.source': (context, { source }) => payout.show(context, String(source)),
    'payout.destination': (context, { destination }) => destinationWire(context, String(destination)),
  },
  timed: {
    payouts: timed(
      (store) => store.payouts,
      (entity) => [payoutDueAt(entity), null],
      advancePayout,
    ),
  },
};
