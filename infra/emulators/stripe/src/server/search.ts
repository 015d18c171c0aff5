import { invoiceWire } from '../billing/invoices/invoice.ts';
import { subscriptionWire } from '../billing/subscriptions/subscription.ts';
import { priceWire } from '../catalogue/price.ts';
import { productWire } from '../catalogue/product.ts';
import { type Customer, customerWire } from '../customers/customer.ts';
import { invalidRequest } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, get } from '../kinds/endpoint.ts';
import { object } from '../kinds/params/composite.ts';
import { integer, optional, text } from '../kinds/params/reader.ts';
import { type FieldType, parseSearchQuery, type SearchQuery } from '../kinds/params/search-query.ts';
import { alone } from '../kinds/part.ts';
import type { Identified } from '../kinds/store/kind-type.ts';
import type { Store } from '../kinds/store/store.ts';
import { chargeWire } from '../payments/charge.ts';
import { paymentIntentWire } from '../payments/payment-intent.ts';

interface Searchable<T extends Identified> {
  readonly path: string;
  readonly fields: Readonly<Record<string, FieldType>>;
  /** Newest first. */
  readonly among: (store: Store, query: SearchQuery) => Iterable<T>;
  readonly wire: (context: Context, entity: T) => object;
  /** What the query is applied to, if not what is shown. */
  readonly searched?: (context: Context, entity: T) => object;
}

const searchParams = object({
  query: text(),
  limit: optional(integer(1, 100)),
  page: optional(text()),
});

const SOURCES = ['card', 'card_present', 'interac_present'];
const CARD_FIELDS = ['brand', 'exp_month', 'exp_year', 'fingerprint', 'last4'];

/** The fields and types of docs.stripe.com/search. */
const CHARGE_FIELDS: Readonly<Record<string, FieldType>> = {
  amount: 'number',
  'billing_details.address.postal_code': 'token',
  created: 'number',
  currency: 'token',
  customer: 'token',
  disputed: 'token',
  refunded: 'token',
  status: 'token',
  ...Object.fromEntries(
    SOURCES.flatMap((source) =>
      CARD_FIELDS.map((field) => [`payment_method_details.${source}.${field}`, 'token' as const]),
    ),
  ),
};

const INVOICE_FIELDS: Readonly<Record<string, FieldType>> = {
  created: 'number',
  currency: 'token',
  customer: 'token',
  last_finalization_error_code: 'text',
  last_finalization_error_type: 'text',
  number: 'text',
  receipt_number: 'text',
  status: 'text',
  subscription: 'text',
  total: 'number',
};

/** Must precede the retrieval routes, which would match `search` as an id. */
export const searchEndpoints: readonly Endpoint[] = [
  searchEndpoint({
    path: '/v1/charges/search',
    fields: CHARGE_FIELDS,
    among: ({ charges }) => charges.newestFirst(),
    wire: chargeWire,
    /** A search finds `refunded` true if all was refunded, false if a part was, and otherwise null. */
    searched: (context, charge) => {
      const wire = chargeWire(context, charge);
      return { ...wire, refunded: wire.amount_refunded === 0 ? null : wire.refunded };
    },
  }),
  searchEndpoint({
    path: '/v1/customers/search',
    fields: { created: 'number', email: 'text', name: 'text', phone: 'text' },
    among: ({ customers }, { metadata }) => {
      const isThere = ({ hidden }: Customer) => !hidden.deleted;
      if (metadata === undefined) return customers.newestFirst(isThere);
      return customers.withMetadata(metadata.key, metadata.value, isThere);
    },
    wire: alone(customerWire),
    searched: (_, customer) => customer,
  }),
  searchEndpoint({
    path: '/v1/invoices/search',
    fields: INVOICE_FIELDS,
    among: ({ invoices }) => invoices.newestFirst(),
    wire: invoiceWire,
    searched: (context, invoice) => ({
      ...invoiceWire(context, invoice),
      subscription: invoice.subscription,
    }),
  }),
  searchEndpoint({
    path: '/v1/payment_intents/search',
    fields: { amount: 'number', created: 'number', currency: 'token', customer: 'token', status: 'token' },
    among: ({ paymentIntents }) => paymentIntents.newestFirst(),
    wire: paymentIntentWire,
  }),
  searchEndpoint({
    path: '/v1/prices/search',
    fields: { active: 'token', currency: 'token', lookup_key: 'text', product: 'text', type: 'token' },
    among: ({ prices }) => prices.newestFirst(({ hidden }) => hidden?.deleted !== true),
    wire: alone(priceWire),
  }),
  searchEndpoint({
    path: '/v1/products/search',
    fields: { active: 'token', description: 'text', name: 'text', shippable: 'token', url: 'text' },
    among: ({ products }) => products.newestFirst(),
    wire: alone(productWire),
  }),
  searchEndpoint({
    path: '/v1/subscriptions/search',
    fields: { canceled_at: 'number', created: 'number', status: 'token' },
    among: ({ subscriptions }) => subscriptions.newestFirst(),
    wire: subscriptionWire,
  }),
];

const DEFAULT_LIMIT = 10;

function searchEndpoint<T extends Identified>(searchable: Searchable<T>): Endpoint {
  const { path, fields, among, wire, searched = wire } = searchable;
  return get(path, searchParams, (context, params) => {
    const query = parseSearchQuery(params.query, { of: path.split('/')[2] ?? '', types: fields });
    const found: T[] = [];
    for (const one of among(context.store, query)) {
      if (context.visibilityDelay.hidesFromSearch(one.id)) continue;
      if (query.matches(searched(context, one))) found.push(one);
    }
    const start = readStart(params.page);
    const end = start + (params.limit ?? DEFAULT_LIMIT);
    const more = end < found.length;
    const next_page = more ? Buffer.from(String(end)).toString('base64url') : null;
    const data = found.slice(start, end).map((one) => wire(context, one));
    const total_count = found.length;
    return { object: 'search_result', data, has_more: more, next_page, total_count, url: path };
  });
}

function readStart(page: string | undefined): number {
  if (page === undefined) return 0;
  const start = Number(Buffer.from(page, 'base64url').toString());
  if (Number.isSafeInteger(start) && start > 0) return start;
  throw invalidRequest('Invalid page: it must be the next_page of an earlier search.', { param: 'page' });
}
