import type { PricedLine } from '../../checkout/price-lines.ts';
import { lineItemWire } from '../../checkout/session-lines.ts';
import { requireCustomer } from '../../customers/customer.ts';
import { exclusiveParameters, notSupported, rejected } from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import { rejectPast, SECONDS_A_DAY } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, nothing, post } from '../../kinds/endpoint.ts';
import { newId } from '../../kinds/objects.ts';
import { object } from '../../kinds/params/composite.ts';
import { integer, optional } from '../../kinds/params/reader.ts';
import { partList } from '../../kinds/read-page.ts';
import { resource } from '../../kinds/resource.ts';
import { fulfil } from './accept-quote.ts';
import { changed, clone, createParams, updateParams } from './draft-quote.ts';
import { putQuote, type Quote, quotedLines, quoteWire, requireQuote, upfrontLines } from './quote.ts';

const PATH = '/v1/quotes';

const finalizeParams = object({ expires_at: optional(integer()) });

const quotes = resource(PATH, requireQuote, quoteWire);

const linesOf = (name: string, find: typeof quotedLines) =>
  partList<PricedLine & { id: string }>(`${PATH}/:id/${name}`, 'line item', (context, id) => ({
    matches: find(context, requireQuote(context, id)).map((line) => ({ ...line, id: line.item.id })),
    wire: (line) => lineItemWire(context, line),
  }));

export const quoteEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, (context, { from_quote: source, ...given }) => {
    const [other] = Object.keys(defined({ ...given, expires_at: undefined }));
    if (source !== undefined && other !== undefined) throw exclusiveParameters(`from_quote, ${other}`, other);
    if (source?.is_revision) throw notSupported('from_quote[is_revision]=true', 'from_quote[is_revision]');
    const original = source && requireQuote(context, source.quote, 'from_quote[quote]');
    const created = nowFor(context, original?.customer ?? given.customer);
    const quote = changed(context, original && clone(original), given, created);
    return quoteWire(
      context,
      putQuote(context, 'quote.created', {
        ...quote,
        id: newId('qt'),
        created,
        expires_at: given.expires_at ?? created + 30 * SECONDS_A_DAY,
      }),
    );
  }),
  quotes.list({ fields: ['customer', 'status', 'test_clock'] }),
  quotes.retrieve,
  post(`${PATH}/:id`, updateParams, (context, given, { id = '' }) => {
    const quote = requireQuote(context, id);
    const { expires_at: _expiry, ...others } = defined(given);
    requireStatus(quote, 'update', Object.keys(others).length === 0 ? ['draft', 'open'] : ['draft']);
    const now = nowFor(context, quote.customer);
    return quotes.updated(context, quote, changed(context, quote, given, now));
  }),
  quotes.action('finalize', finalizeParams, (context, quote, { expires_at = quote.expires_at }) => {
    requireStatus(quote, 'finalize', ['draft']);
    const { customer, hidden } = quote;
    if (customer === null) throw rejected('A quote needs a customer before it can be finalized.');
    if (hidden.line_items.length === 0) {
      throw rejected('A quote needs at least one line item before it can be finalized.');
    }
    const now = nowFor(context, customer);
    rejectPast(expires_at, now, 'expires_at');
    return putQuote(context, 'quote.finalized', {
      ...quote,
      expires_at,
      number: nextNumber(context, customer),
      status: 'open',
      status_transitions: { ...quote.status_transitions, finalized_at: now },
    });
  }),
  quotes.action('accept', nothing, (context, quote) => {
    requireStatus(quote, 'accept', ['open']);
    const customer = requireCustomer(context, quote.customer ?? '', 'customer');
    const accepted_at = nowFor(context, customer.id);
    return putQuote(context, 'quote.accepted', {
      ...quote,
      ...fulfil(context, quote, customer, accepted_at),
      status: 'accepted',
      status_transitions: { ...quote.status_transitions, accepted_at },
    });
  }),
  quotes.action('cancel', nothing, (context, quote) => {
    requireStatus(quote, 'cancel', ['draft', 'open']);
    return cancelQuote(context, quote, nowFor(context, quote.customer));
  }),
  linesOf('line_items', quotedLines),
  linesOf('computed_upfront_line_items', upfrontLines),
];

export function cancelQuote(context: Context, quote: Quote, canceled_at: number): Quote {
  return putQuote(context, 'quote.canceled', {
    ...quote,
    status: 'canceled',
    status_transitions: { ...quote.status_transitions, canceled_at },
  });
}

/** Stripe documents what each status allows, and no text for what it does not. */
function requireStatus({ status }: Quote, action: string, allowed: readonly string[]): void {
  if (allowed.includes(status)) return;
  throw rejected(`You cannot ${action} a quote in the \`${status}\` status.`);
}

function nowFor({ store, time }: Context, customer: string | null | undefined): number {
  return time.now(store.customers.get(customer ?? '')?.test_clock);
}

/** The customer's invoice prefix, the sequence of the quote and its revision (docs.stripe.com/quotes/overview). */
function nextNumber({ store }: Context, id: string): string {
  const earlier = [...store.quotes.where('customer', id, ({ number }) => number !== null)].length;
  const { invoice_prefix } = store.customers.get(id) ?? {};
  return `QT-${invoice_prefix}-${String(earlier + 1).padStart(4, '0')}-1`;
}
