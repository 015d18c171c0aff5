import type { Context } from '../context.ts';
import type { LedgerEntry } from '../state/ledger-entities.ts';

/** Money by where it came from, in the currency's smallest unit. */
export type Funds = Readonly<Record<'bank_account' | 'card', number>>;

export const NO_FUNDS: Funds = { bank_account: 0, card: 0 };

export function withEntry({ bank_account, card }: Funds, { amount, fee, fromBank }: LedgerEntry): Funds {
  const net = amount - fee;
  return fromBank ? { bank_account: bank_account + net, card } : { bank_account, card: card + net };
}

/** What can be paid out now. */
export function availableFunds({ store, time }: Context, currency: string): Funds {
  const now = time.now();
  const entries = [...store.ledger.values()].filter(
    (entry) => entry.currency === currency && entry.availableOn <= now,
  );
  return entries.reduce(withEntry, NO_FUNDS);
}
