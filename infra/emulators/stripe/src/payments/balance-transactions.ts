import type Stripe from 'stripe';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, get, nothing, retrieval } from '../kinds/endpoint.ts';
import { object } from '../kinds/params/composite.ts';
import { optional, text } from '../kinds/params/reader.ts';
import { inRange, listFields, readPage, timeRange } from '../kinds/read-page.ts';
import { balanceTransactionWire, type LedgerEntry, requireLedgerEntry } from './balance-transaction.ts';

/** Money by where it came from, in the currency's smallest unit. */
export type Funds = Readonly<Record<'bank_account' | 'card', number>>;

const NO_FUNDS: Funds = { bank_account: 0, card: 0 };

function withEntry({ bank_account, card }: Funds, { amount, fee, fromBank }: LedgerEntry): Funds {
  const net = amount - fee;
  return fromBank ? { bank_account: bank_account + net, card } : { bank_account, card: card + net };
}

interface Totals {
  readonly available: Map<string, Funds>;
  readonly pending: Map<string, Funds>;
}

/** The sums of the ledger by currency. */
export function balanceTotals({ store, time }: Context): Totals {
  const now = time.now();
  const available = new Map<string, Funds>([['usd', NO_FUNDS]]);
  const pending = new Map<string, Funds>([['usd', NO_FUNDS]]);
  for (const entry of store.ledger.values()) {
    const sums = entry.available_on <= now ? available : pending;
    sums.set(entry.currency, withEntry(sums.get(entry.currency) ?? NO_FUNDS, entry));
  }
  return { available, pending };
}

/** What can be paid out now. */
export function availableFunds(context: Context, currency: string): Funds {
  return balanceTotals(context).available.get(currency) ?? NO_FUNDS;
}

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
    get(path, listParams, (context, params) => {
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
    }),
    retrieval(`${path}/:id`, (context, id) =>
      balanceTransactionWire(context, requireLedgerEntry(context, id)),
    ),
  ]),
];

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
