import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { type Endpoint, get, nothing, retrieval } from '../http/endpoint.ts';
import { readPage } from '../http/read-page.ts';
import { requireLedgerEntry } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { inRange, listFields, timeRange } from '../params/list-params.ts';
import { optional, type ReadValue, text } from '../params/reader.ts';
import { balanceTotals, type Funds } from '../pricing/available-funds.ts';
import { balanceTransactionWire } from '../wire/balance-transaction-wire.ts';

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

function balanceWire(context: Context): Stripe.Balance {
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
