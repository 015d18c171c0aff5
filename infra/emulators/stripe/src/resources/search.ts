import type { Context } from '../context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { object } from '../params/composite.ts';
import { integer, optional, type ReadValue, text } from '../params/reader.ts';
import { parseSearchQuery } from '../params/search-query.ts';
import { chargeWire } from '../wire/charge-wire.ts';
import { customerWire } from '../wire/customer-wire.ts';
import { invoiceWire } from '../wire/invoice-wire.ts';
import { paymentIntentWire } from '../wire/payment-intent-wire.ts';
import { priceWire } from '../wire/price-wire.ts';
import { productWire } from '../wire/product-wire.ts';
import { subscriptionWire } from '../wire/subscription-wire.ts';

interface Searchable {
  readonly path: string;
  readonly fields: readonly string[];
  /** All objects in API format, newest first. */
  readonly all: (context: Context) => Iterable<object & { readonly id: string }>;
}

function* each<T, W>(entities: Iterable<T>, toWire: (entity: T) => W): Generator<W> {
  for (const entity of entities) yield toWire(entity);
}

const SEARCHABLE: readonly Searchable[] = [
  {
    path: '/v1/charges/search',
    fields: ['amount', 'created', 'currency', 'customer', 'refunded', 'status'],
    all: (context) => each(context.store.charges.newestFirst(), (charge) => chargeWire(context, charge)),
  },
  {
    path: '/v1/customers/search',
    fields: ['created', 'email', 'name', 'phone'],
    all: ({ store }) =>
      each(
        store.customers.newestFirst((customer) => !customer.deleted),
        customerWire,
      ),
  },
  {
    path: '/v1/invoices/search',
    fields: ['created', 'currency', 'customer', 'number', 'status', 'subscription', 'total'],
    all: (context) =>
      each(context.store.invoices.newestFirst(), (invoice) => ({
        ...invoiceWire(context, invoice),
        id: invoice.id,
        subscription: invoice.subscription,
      })),
  },
  {
    path: '/v1/payment_intents/search',
    fields: ['amount', 'created', 'currency', 'customer', 'status'],
    all: (context) =>
      each(context.store.paymentIntents.newestFirst(), (intent) => paymentIntentWire(context, intent)),
  },
  {
    path: '/v1/prices/search',
    fields: ['active', 'currency', 'lookup_key', 'product', 'type'],
    all: ({ store }) =>
      each(
        store.prices.newestFirst(({ deleted }) => deleted !== true),
        priceWire,
      ),
  },
  {
    path: '/v1/products/search',
    fields: ['active', 'description', 'name', 'shippable', 'url'],
    all: ({ store }) => each(store.products.newestFirst(), productWire),
  },
  {
    path: '/v1/subscriptions/search',
    fields: ['canceled_at', 'created', 'status'],
    all: (context) =>
      each(context.store.subscriptions.newestFirst(), (found) => subscriptionWire(context, found)),
  },
];

const searchParams = object({
  query: text(),
  limit: optional(integer(1, 100)),
  page: optional(text()),
});

/** Must precede the retrieval routes, which would match `search` as an id. */
export const searchEndpoints: readonly Endpoint[] = SEARCHABLE.map((searchable) =>
  endpoint({
    method: 'GET',
    path: searchable.path,
    params: searchParams,
    handle: (context, params) => search(context, searchable, params),
  }),
);

const DEFAULT_LIMIT = 10;

function search(
  context: Context,
  { path, fields, all }: Searchable,
  params: ReadValue<typeof searchParams>,
): object {
  const matches = parseSearchQuery(params.query, fields);
  const found = [...all(context)].filter(
    (object) => !context.visibilityDelay.hidesFromSearch(object.id) && matches(object),
  );
  const start = readStart(params.page);
  const end = start + (params.limit ?? DEFAULT_LIMIT);
  const more = end < found.length;
  const next_page = more ? Buffer.from(String(end)).toString('base64url') : null;
  return { object: 'search_result', data: found.slice(start, end), has_more: more, next_page, url: path };
}

function readStart(page: string | undefined): number {
  if (page === undefined) return 0;
  const start = Number(Buffer.from(page, 'base64url').toString());
  if (Number.isSafeInteger(start) && start > 0) return start;
  throw invalidRequest('Invalid page: it must be the next_page of an earlier search.', { param: 'page' });
}
