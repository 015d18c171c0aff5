import type { Context } from '../kinds/context.ts';
import type { LedgerEntry } from './balance-transaction.ts';

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
