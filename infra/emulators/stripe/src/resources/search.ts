import type { Context } from '../context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { object } from '../params/composite.ts';
import { integer, optional, type ReadValue, text } from '../params/reader.ts';
import { parseSearchQuery, type SearchQuery } from '../params/search-query.ts';
import type { Customer } from '../state/customer-entities.ts';
import { chargeWire } from '../wire/charge-wire.ts';
import { customerWire } from '../wire/customer-wire.ts';
import { invoiceWire } from '../wire/invoice-wire.ts';
import { paymentIntentWire } from '../wire/payment-intent-wire.ts';
import { priceWire } from '../wire/price-wire.ts';
import { productWire } from '../wire/product-wire.ts';
import { subscriptionWire } from '../wire/subscription-wire.ts';

interface Searchable<T> {
  readonly path: string;
  readonly fields: readonly string[];
  /** What the query is applied to, newest first: objects in API format, or entities whose fields have the same names. */
  readonly all: (context: Context, query: SearchQuery) => Iterable<T>;
  /** Formats entities for the answer. */
  readonly format?: (found: T) => object;
}

function* each<T, W>(entities: Iterable<T>, toWire: (entity: T) => W): Generator<W> {
  for (const entity of entities) yield toWire(entity);
}

const searchParams = object({
  query: text(),
  limit: optional(integer(1, 100)),
  page: optional(text()),
});

/** Must precede the retrieval routes, which would match `search` as an id. */
export const searchEndpoints: readonly Endpoint[] = [
  searchEndpoint({
    path: '/v1/charges/search',
    fields: ['amount', 'created', 'currency', 'customer', 'refunded', 'status'],
    all: (context) => each(context.store.charges.newestFirst(), (charge) => chargeWire(context, charge)),
  }),
  searchEndpoint({
    path: '/v1/customers/search',
    fields: ['created', 'email', 'name', 'phone'],
    all: ({ store: { customers } }, { metadata }) => {
      const isThere = ({ deleted }: Customer) => !deleted;
      if (metadata === undefined) return customers.newestFirst(isThere);
      return customers.withMetadata(metadata.key, metadata.value, isThere);
    },
    format: customerWire,
  }),
  searchEndpoint({
    path: '/v1/invoices/search',
    fields: ['created', 'currency', 'customer', 'number', 'status', 'subscription', 'total'],
    all: (context) =>
      each(context.store.invoices.newestFirst(), (invoice) => ({
        ...invoiceWire(context, invoice),
        id: invoice.id,
        subscription: invoice.subscription,
      })),
  }),
  searchEndpoint({
    path: '/v1/payment_intents/search',
    fields: ['amount', 'created', 'currency', 'customer', 'status'],
    all: (context) =>
      each(context.store.paymentIntents.newestFirst(), (intent) => paymentIntentWire(context, intent)),
  }),
  searchEndpoint({
    path: '/v1/prices/search',
    fields: ['active', 'currency', 'lookup_key', 'product', 'type'],
    all: ({ store }) =>
      each(
        store.prices.newestFirst(({ deleted }) => deleted !== true),
        priceWire,
      ),
  }),
  searchEndpoint({
    path: '/v1/products/search',
    fields: ['active', 'description', 'name', 'shippable', 'url'],
    all: ({ store }) => each(store.products.newestFirst(), productWire),
  }),
  searchEndpoint({
    path: '/v1/subscriptions/search',
    fields: ['canceled_at', 'created', 'status'],
    all: (context) =>
      each(context.store.subscriptions.newestFirst(), (found) => subscriptionWire(context, found)),
  }),
];

function searchEndpoint<T extends { readonly id: string }>(searchable: Searchable<T>): Endpoint {
  return endpoint({
    method: 'GET',
    path: searchable.path,
    params: searchParams,
    handle: (context, params) => search(context, searchable, params),
  });
}

const DEFAULT_LIMIT = 10;

function search<T extends { readonly id: string }>(
  context: Context,
  { path, fields, all, format = (found) => found }: Searchable<T>,
  params: ReadValue<typeof searchParams>,
): object {
  const query = parseSearchQuery(params.query, fields);
  const found: T[] = [];
  for (const one of all(context, query)) {
    if (query.matches(one) && !context.visibilityDelay.hidesFromSearch(one.id)) found.push(one);
  }
  const start = readStart(params.page);
  const end = start + (params.limit ?? DEFAULT_LIMIT);
  const more = end < found.length;
  const next_page = more ? Buffer.from(String(end)).toString('base64url') : null;
  const data = found.slice(start, end).map(format);
  const total_count = found.length;
  return { object: 'search_result', data, has_more: more, next_page, total_count, url: path };
}

function readStart(page: string | undefined): number {
  if (page === undefined) return 0;
  const start = Number(Buffer.from(page, 'base64url').toString());
  if (Number.isSafeInteger(start) && start > 0) return start;
  throw invalidRequest('Invalid page: it must be the next_page of an earlier search.', { param: 'page' });
}
