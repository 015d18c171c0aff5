import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { type Endpoint, endpoint, retrieval } from '../http/endpoint.ts';
import { pageOf } from '../http/page-of.ts';
import { requireLedgerEntry } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { inRange, listFields, timeRange } from '../params/list-params.ts';
import { optional, type ReadValue, text } from '../params/reader.ts';
import type { LedgerEntry } from '../state/ledger-entities.ts';
import { balanceTransactionWire } from '../wire/balance-transaction-wire.ts';

const PATH = '/v1/balance_transactions';

const listParams = object({
  ...listFields,
  created: timeRange,
  currency: optional(text(3)),
  payout: optional(text()),
  source: optional(text()),
  type: optional(text()),
});

/** Stripe still serves the old path. */
const PATHS = [PATH, '/v1/balance/history'];

export const balanceEndpoints: readonly Endpoint[] = [
  endpoint({ method: 'GET', path: '/v1/balance', params: object({}), handle: balanceWire }),
  ...PATHS.flatMap((path) => [
    endpoint({ method: 'GET', path, params: listParams, handle: list }),
    retrieval(`${path}/:id`, (context, id) =>
      balanceTransactionWire(context, requireLedgerEntry(context, id)),
    ),
  ]),
];

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const { created, payout, source, type } = params;
  const currency = params.currency?.toLowerCase();
  const matches = context.store.ledger.newestFirst(
    (entry) =>
      // There are no payouts.
      payout === undefined &&
      (currency === undefined || entry.currency === currency) &&
      (source === undefined || entry.source === source) &&
      (type === undefined || entry.type === type) &&
      inRange(entry.created, created),
  );
  return pageOf(context, { matches, url: PATH, kind: 'balance transaction' }, params, (entry) =>
    balanceTransactionWire(context, entry),
  );
}

/** Totals of the ledger by currency, available and pending. */
function balanceWire({ store, time }: Context): Stripe.Balance {
  const now = time.now();
  const available = new Map<string, Funds>([['usd', { bank_account: 0, card: 0 }]]);
  const pending = new Map<string, Funds>([['usd', { bank_account: 0, card: 0 }]]);
  for (const entry of store.ledger.values()) {
    addTo(entry.availableOn <= now ? available : pending, entry);
  }
  return {
    object: 'balance',
    available: Array.from(available, fundsWire),
    livemode: false,
    pending: Array.from(pending, fundsWire),
  };
}

type Funds = Readonly<Record<'bank_account' | 'card', number>>;

function addTo(sums: Map<string, Funds>, { currency, amount, fee, fromBank }: LedgerEntry): void {
  const { bank_account, card } = sums.get(currency) ?? { bank_account: 0, card: 0 };
  const net = amount - fee;
  sums.set(
    currency,
    fromBank ? { bank_account: bank_account + net, card } : { bank_account, card: card + net },
  );
}

function fundsWire([currency, funds]: [string, Funds]): Stripe.Balance.Available {
  return { amount: funds.bank_account + funds.card, currency, source_types: { ...funds } };
}
