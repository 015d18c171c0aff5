import type Stripe from 'stripe';
import { unset } from '../description/unset.ts';
import type { Labelled } from '../kinds/store/entity.ts';
import { type Kept, shown } from '../kinds/store/kind-type.ts';

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
