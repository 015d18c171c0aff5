import { noSuch } from '../description/api-error.ts';
import { isObject } from '../description/json-object.ts';
import { PLATFORM_BANK } from '../extensions/payouts/payout.ts';
import type { Context, ListedKind } from './context.ts';

/** Objects that the emulator never creates. */
const none: ListedKind['among'] = () => ({ get: () => undefined });

/** The filters of lists that name an object. */
const FILTERS: Readonly<Record<string, ListedKind>> = {
  charge: { kind: 'charge', among: ({ charges }) => charges },
  coupon: { kind: 'coupon', among: ({ coupons }) => coupons },
  credit_grant: { kind: 'credit grant', among: none },
  customer: { kind: 'customer', among: ({ customers }) => customers },
  destination: {
    kind: 'destination',
    among: ({ accounts, bankAccounts }) => ({
      get: (id) => accounts.get(id) ?? bankAccounts.get(id) ?? (id === PLATFORM_BANK.id || undefined),
    }),
  },
  file: { kind: 'file upload', among: ({ files }) => files },
  invoice: { kind: 'invoice', among: ({ invoices }) => invoices },
  location: { kind: 'location', among: none },
  payment_intent: { kind: 'payment_intent', among: ({ paymentIntents }) => paymentIntents },
  payment_method: { kind: 'PaymentMethod', among: ({ paymentMethods }) => paymentMethods },
  payout: { kind: 'payout', among: ({ payouts }) => payouts },
  plan: { kind: 'plan', among: ({ prices }) => prices },
  price: { kind: 'price', among: ({ prices }) => prices },
  product: { kind: 'product', among: ({ products }) => products },
  related_customer: { kind: 'customer', among: ({ customers }) => customers },
  setup_intent: { kind: 'setupintent', among: ({ setupIntents }) => setupIntents },
  source: {
    kind: 'source',
    among: ({ charges, ledger }) => ({
      get: (id) => charges.get(id) ?? [...ledger.where('source', id)][0],
    }),
  },
  subscription: { kind: 'subscription', among: ({ subscriptions }) => subscriptions },
  test_clock: { kind: 'billingclock', among: ({ testClocks }) => testClocks },
  value_list: { kind: 'value list', among: none },
  verification_session: { kind: 'verification session', among: none },
};

/** Stripe answers an unknown payment of invoice payments with an empty list. */
const UNCHECKED = 'payment[payment_intent]';

/** Throws if a list is filtered by an object that does not exist, also within a filter such as `recurring[meter]`. */
export function requireListedObjects(
  context: Pick<Context, 'features' | 'store'>,
  params: object,
  outer?: string,
): void {
  const filters = { ...context.features.references, ...FILTERS };
  for (const [key, id] of Object.entries(params)) {
    const name = outer === undefined ? key : `${outer}[${key}]`;
    if (isObject(id)) requireListedObjects(context, id, name);
    const filter = Object.hasOwn(filters, key) ? filters[key] : undefined;
    if (filter === undefined || typeof id !== 'string' || name === UNCHECKED) continue;
    if (filter.among(context.store).get(id) === undefined) throw noSuch(filter.kind, id, name);
  }
}
