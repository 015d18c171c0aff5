import type Stripe from 'stripe';
import { inConnected } from '../kinds/account-contexts.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, get, nothing } from '../kinds/endpoint.ts';
import { optional, text } from '../kinds/params/reader.ts';
import { resource } from '../kinds/resource.ts';
import { balanceTransactionWire, type LedgerEntry, requireLedgerEntry } from './balance-transaction.ts';

/** Money by where it came from, in the currency's smallest unit. */
export type Funds = Readonly<Record<'bank_account' | 'card', number>>;

const NO_FUNDS: Funds = { bank_account: 0, card: 0 };

function withEntry({ bank_account, card }: Funds, { amount, fee, fromBank }: LedgerEntry): Funds {
  const net = amount - fee;
  return fromBank ? { bank_account: bank_account + net, card } : { bank_account, card: card + net };
}

/** The sums of the ledger by currency. */
export function balanceTotals({ store, time }: Context) {
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

const entries = resource(PATH, requireLedgerEntry, balanceTransactionWire);

const entryEndpoints: readonly Endpoint[] = [
  entries.list({
    fields: ['currency', 'type'],
    filters: {
      // Only automatic payouts name the transactions in them.
      payout: () => null,
      // Stripe finds no transactions by their dispute, although they name it.
      source: ({ source }) => (source.startsWith('du_') ? null : source),
    },
    // Nothing is found of a currency that there is not.
    readers: { currency: optional((value, name) => text()(value, name).toLowerCase()) },
  }),
  entries.retrieve,
];

export const balanceEndpoints: readonly Endpoint[] = [
  get('/v1/balance', nothing, balanceWire),
  ...entryEndpoints,
  // Stripe still serves the old path.
  ...entryEndpoints.map((one) => ({ ...one, path: one.path.replace(PATH, '/v1/balance/history') })),
];

export function balanceWire(context: Context): Stripe.Balance {
  const { available, pending } = balanceTotals(context);
  return {
    object: 'balance',
    available: Array.from(available, fundsWire),
    ...reservedWire(context),
    livemode: false,
    pending: Array.from(pending, fundsWire),
  };
}

/** What is held because accounts owe money whose requirements the platform collects, as of custom accounts. */
function reservedWire(context: Context): Pick<Stripe.Balance, 'connect_reserved'> {
  const accounts = [...context.store.accounts.values()].filter(
    ({ controller, deleted }) => controller.requirement_collection === 'application' && !deleted,
  );
  if (accounts.length === 0) return {};
  const owed = new Map([['usd', 0]]);
  for (const { id } of accounts) {
    for (const [currency, funds] of balanceTotals(inConnected(context, id)).available) {
      const debt = Math.max(0, -funds.card - funds.bank_account);
      if (debt > 0) owed.set(currency, (owed.get(currency) ?? 0) + debt);
    }
  }
  return { connect_reserved: Array.from(owed, ([currency, amount]) => ({ amount, currency })) };
}

function fundsWire([currency, funds]: [string, Funds]): Stripe.Balance.Available {
  const { bank_account, card } = funds;
  const source_types = { ...(bank_account !== 0 && { bank_account }), card };
  return { amount: bank_account + card, currency, source_types };
}
