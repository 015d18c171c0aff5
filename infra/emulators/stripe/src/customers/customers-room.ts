import { alone, keptWhole, type Part, reference } from '../kinds/part.ts';
import { embeddedList } from '../kinds/read-page.ts';
import type { Collection } from '../kinds/store/collection.ts';
import { type Customer, customerWire, deleteOnClock, PLAIN_CUSTOMER } from './customer.ts';
import { type BalanceChange, balanceChangeWire, customerBalanceEndpoints } from './customer-balance.ts';
import { customerSessionEndpoints } from './customer-sessions.ts';
import { customerEndpoints } from './customers.ts';
import { ephemeralKeyEndpoints } from './ephemeral-keys.ts';
import type { BankAccount, BankToken } from './methods/bank-accounts.ts';
import { cardSourceWire } from './methods/card-source.ts';
import { cardSourceEndpoints } from './methods/card-sources.ts';
import { managePaymentMethodEndpoints } from './methods/manage-payment-methods.ts';
import { cardSources } from './methods/own-card-sources.ts';
import { type PaymentMethod, paymentMethodWire } from './methods/payment-method.ts';
import { paymentMethodEndpoints } from './methods/payment-methods.ts';
import { type CardToken, tokenEndpoints } from './methods/tokens.ts';
import { findTaxIds, type TaxId, taxIdWire } from './tax-id.ts';
import { taxIdEndpoints } from './tax-ids.ts';

declare module '../kinds/store/store.ts' {
  interface Store {
    readonly customers: Collection<Customer>;
    readonly paymentMethods: Collection<PaymentMethod>;
    readonly balanceChanges: Collection<BalanceChange>;
    readonly taxIds: Collection<TaxId>;
    readonly bankAccounts: Collection<BankAccount>;
    readonly bankTokens: Collection<BankToken>;
    readonly cardTokens: Collection<CardToken>;
  }
}

const customer = reference('customer', ({ customers }) => customers, alone(customerWire));
const method = reference('PaymentMethod', ({ paymentMethods }) => paymentMethods, alone(paymentMethodWire));

export const customers: Part = {
  collections: {
    customers: PLAIN_CUSTOMER,
    ...keptWhole('paymentMethods', 'balanceChanges', 'taxIds', 'bankAccounts', 'bankTokens', 'cardTokens'),
  },
  endpoints: [
    ...cardSourceEndpoints,
    ...customerBalanceEndpoints,
    ...customerEndpoints,
    ...ephemeralKeyEndpoints,
    ...customerSessionEndpoints,
    ...managePaymentMethodEndpoints,
    ...paymentMethodEndpoints,
    ...taxIdEndpoints,
    ...tokenEndpoints,
  ],
  references: {
    customer,
    related_customer: customer,
    customer_balance_transaction: reference(
      'customer balance transaction',
      ({ balanceChanges }) => balanceChanges,
      alone(balanceChangeWire),
    ),
    default_payment_method: method,
    payment_method: method,
    generated_sepa_debit: method,
    default_source: reference('source', ({ paymentMethods }) => paymentMethods, alone(cardSourceWire)),
  },
  hooks: { clockDeleted: deleteOnClock },
  fields: {
    /** The default first, and then the newest. */
    'customer.sources': (context, { id }) => {
      const first = context.store.customers.get(String(id))?.default_source;
      const sources = [...cardSources(context, { id: String(id) })];
      sources.sort((one, other) => Number(other.id === first) - Number(one.id === first));
      return embeddedList(sources.map(cardSourceWire), `/v1/customers/${id}/sources`);
    },
    /** The customer's balance by currency; empty until there is one. */
    'customer.invoice_credit_balance': ({ store }, { id }) => {
      const { balance = 0, currency = null, hidden } = store.customers.get(String(id)) ?? {};
      const balances = { ...(currency !== null && { [currency]: balance }), ...hidden?.balances };
      return Object.fromEntries(Object.entries(balances).filter(([, amount]) => amount !== 0));
    },
    'customer.tax_ids': (context, { id }) => {
      const found = findTaxIds(context, context.store.customers.get(String(id)) ?? {});
      return embeddedList(found.toReversed().map(taxIdWire), `/v1/customers/${id}/tax_ids`);
    },
  },
};
