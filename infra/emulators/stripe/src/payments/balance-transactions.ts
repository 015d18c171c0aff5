import type Stripe from 'stripe';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, get, nothing, retrieval } from '../kinds/endpoint.ts';
import { object } from '../kinds/params/composite.ts';
import { optional, type ReadValue, text } from '../kinds/params/reader.ts';
import { inRange, listFields, readPage, timeRange } from '../kinds/read-page.ts';
import { balanceTotals, type Funds } from './available-funds.ts';
import { balanceTransactionWire, requireLedgerEntry } from './balance-transaction.ts';

const PATH = '/v1/balance_transactions';

const listParams = object({
  ...listFields,
  created: timeRange,
  currency: optional(text()),
  payout: optional(text()),
  source: optional(text()),
  type: optional(text()),
});

/** Stripe still serves the old path. */
const PATHS = [PATH, '/v1/balance/history'];

export const balanceEndpoints: readonly Endpoint[] = [
  get('/v1/balance', nothing, balanceWire),
  ...PATHS.flatMap((path) => [
    get(path, listParams, list),
    retrieval(`${path}/:id`, (context, id) =>
      balanceTransactionWire(context, requireLedgerEntry(context, id)),
    ),
  ]),
];

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const { created, payout, source, type } = params;
  const { currency } = params;
  const matches = context.store.ledger.newestFirst(
    (entry) =>
      // Only automatic payouts name the transactions in them.
      payout === undefined &&
      (currency === undefined || entry.currency === currency.toLowerCase()) &&
      (source === undefined || (entry.source === source && !isDispute(source))) &&
      (type === undefined || entry.type === type) &&
      inRange(entry.created, created),
  );
  return readPage(context, { matches, url: PATH, kind: 'balance transaction' }, params, (entry) =>
    balanceTransactionWire(context, entry),
  );
}

/** Stripe finds no transactions by their dispute, although they name it. */
const isDispute = (id: string): boolean => id.startsWith('du_');

export function balanceWire(context: Context): Stripe.Balance {
  const { available, pending } = balanceTotals(context);
  return {
    object: 'balance',
    available: Array.from(available, fundsWire),
    livemode: false,
    pending: Array.from(pending, fundsWire),
  };
}

function fundsWire([currency, funds]: [string, Funds]): Stripe.Balance.Available {
  return { amount: funds.bank_account + funds.card, currency, source_types: { ...funds } };
}
