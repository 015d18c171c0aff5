import type Stripe from 'stripe';
import { type Kept, type Labelled, shown, unset } from '../kinds/store/kind-type.ts';

type Unused = 'checkout_session' | 'customer_account';

/** Negative amounts are credit. */
export interface BalanceChange
  extends Labelled,
    Omit<Kept<Stripe.CustomerBalanceTransaction, Unused>, keyof Labelled> {}

const TYPE = 'customer_balance_transaction';

export const balanceChangeWire: (change: BalanceChange) => Stripe.CustomerBalanceTransaction = shown(
  TYPE,
  unset(TYPE),
);
