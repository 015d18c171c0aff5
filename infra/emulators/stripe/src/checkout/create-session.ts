import { otherCurrency, rejectOtherCurrency } from '../billing/customer-currency.ts';
import { rejectFullCustomer } from '../billing/test-clocks.ts';
import {
  type Price,
  priceIn,
  rejectArchivedProduct,
  requireActivePrice,
  requireCurrency,
  requireKnownPrice,
} from '../catalogue/price.ts';
import { type Customer, requireCustomer } from '../customers/customer.ts';
import { rejected } from '../description/api-error.ts';
import { requireChargeable } from '../kinds/chargeable.ts';
import type { Context } from '../kinds/context.ts';
import { newId } from '../kinds/objects.ts';
import { checkAddress } from '../kinds/params/texts.ts';
import type { Metadata } from '../kinds/store/kind-type.ts';
import {
  type CheckoutSession,
  chosenItem,
  type Embedding,
  type LineItem,
  type Recovery,
  type SessionTerms,
} from './checkout-entities.ts';
import { needsNoMethod, requireIntent } from './pay-session.ts';
import { repriced } from './price-lines.ts';
import { startSetup } from './save-for-later.ts';

/** A requested line item, with a catalogue price or one created for this session. */
export interface LineItemRequest extends Omit<LineItem, 'automaticRates' | 'id'> {
  /** Whether the price was created for this session, in which case it may be inactive. */
  readonly inline: boolean;
}

export interface NewSession extends SessionTerms {
  readonly line_items: readonly LineItemRequest[];
  /** Ids of shipping rates; the first is preselected. */
  readonly shipping_options: readonly string[];
  /** Absent for a hosted page. */
  readonly embedding?: Omit<Embedding, 'client_secret'>;
  readonly expires_at: number | null;
  readonly recovery?: Recovery | undefined;
  readonly metadata: Metadata;
}

const SHORTEST_SECONDS = 30 * 60;
const LONGEST_SECONDS = 24 * 3600;

export function createSession(context: Context, request: NewSession): CheckoutSession {
  const { line_items, expires_at, currency, embedding, shipping_options } = request;
  const customer = request.customer === null ? null : requireCustomer(context, request.customer, 'customer');
  if (customer !== null && request.mode === 'subscription') rejectFullCustomer(context, customer);
  const test_clock = customer?.test_clock ?? null;
  const now = context.time.now(test_clock);
  checkAddress(request.success_url, 'success_url');
  checkAddress(request.cancel_url, 'cancel_url');
  checkAddress(embedding?.return_url ?? null, 'return_url');
  const known = line_items.map((item, index) => usablePrice(context, item, `line_items[${index}][price]`));
  const offered = (request.options.shown.optional_items ?? []).map(({ price }, index) =>
    usablePrice(context, { price, inline: false }, `optional_items[${index}][price]`),
  );
  const inCurrency = (price: Price) => priceIn(price, currency ?? price.currency) ?? price;
  const prices = known.map(inCurrency);
  const all = [...prices, ...offered.map(inCurrency)];
  if (request.mode === 'subscription') checkRecurring(prices, all);
  requireCurrency(known, currency, 'line_items');
  requireCurrency(offered, currency, 'optional_items');
  if (request.mode === 'subscription' && customer !== null && prices[0] !== undefined) {
    rejectOtherCurrency(context, customer, prices[0].currency, 'line_items');
    rejectOtherOpenCurrency(context, customer, prices[0].currency);
  }
  if (request.mode === 'payment') checkOnce(all, known.length);
  checkSameInterval(all);
  checkChosen(request, all);
  checkShippingCurrency(context, shipping_options, prices);
  const [rate] = shipping_options;
  const id = newId(context.livemode ? 'cs_live' : 'cs_test', 58);
  const session = repriced(context, {
    ...request,
    id,
    created: now,
    expires_at: checkedExpiry(expires_at, now),
    status: 'open',
    line_items: line_items.map(
      ({ inline, ...item }, index): LineItem => ({ id: newId('li'), ...item, ...firstChoice(prices[index]) }),
    ),
    currency: prices[0]?.currency ?? currency,
    amount_discount: 0,
    amount_tax: 0,
    exclusiveTax: 0,
    amount_total: 0,
    payment_status: 'unpaid',
    paymentSettlesAt: null,
    test_clock,
    payment_intent: null,
    setup_intent: null,
    awaitingAuthentication: false,
    customer_details: null,
    subscription: null,
    invoice: null,
    ...(rate !== undefined && { shipping: { rate } }),
    embedding: embedding && { ...embedding, client_secret: newId(`${id}_secret`, 58) },
  });
  checkTotal(session);
  const payment_intent = needsPaymentNow(context, session) ? requireIntent(context, session, now).id : null;
  const setup_intent = session.mode === 'setup' ? startSetup(context, session, now).id : null;
  return context.store.sessions.put({ ...session, payment_intent, setup_intent });
}

/** An open checkout of a subscription decides the currency of its customer, as a subscription does. */
function rejectOtherOpenCurrency({ store }: Context, { id }: Customer, currency: string): void {
  const [other] = store.sessions.where(
    'customer',
    id,
    (one) => one.status === 'open' && one.mode === 'subscription' && one.currency !== currency,
  );
  if (typeof other?.currency === 'string') throw otherCurrency(other.currency, 'line_items');
}

/** In the first versions a purchase had its payment from the start. */
function needsPaymentNow({ cause }: Context, { amount_total, mode }: CheckoutSession): boolean {
  return mode === 'payment' && amount_total > 0 && cause.version < '2022-08-01';
}

const TOTAL = {
  atLeast: "The Checkout Session's total amount due must add up to at least",
  atMost: "The Checkout Session's total amount due must be no more than",
};

/** A payment may be free, but not smaller than Stripe's minimum. */
function checkTotal(session: CheckoutSession): void {
  const { amount_total, currency, mode } = session;
  if (mode !== 'payment' || currency === null || needsNoMethod(session) || chosenItem(session)) return;
  requireChargeable(amount_total, currency, TOTAL);
}

function usablePrice(
  context: Context,
  { price: id, inline }: Pick<LineItemRequest, 'inline' | 'price'>,
  param: string,
): Price {
  if (inline) return requireKnownPrice(context, id, param);
  const price = requireActivePrice(context, id, param);
  const inactive = `Price \`${id}\` is not available to be purchased because its product is not active.`;
  rejectArchivedProduct(context, price, inactive, param);
  return price;
}

/** One-time prices are allowed next to a recurring one; only the first invoice includes them. */
function checkRecurring(prices: readonly Price[], all: readonly Price[]): void {
  const recurring = all.filter((price) => price.recurring !== null).length;
  if (recurring > 20 || all.length - recurring > 20) {
    throw rejected(
      'A Checkout Session in `subscription` mode can have at most 20 recurring and 20 one-time prices.',
      'line_items',
    );
  }
  if (prices.some((price) => price.recurring !== null)) return;
  throw rejected('You must provide at least one recurring price in `subscription` mode when using prices.', {
    param: 'line_items[0][price]',
  });
}

function checkOnce(prices: readonly Price[], items: number): void {
  const recurring = prices.findIndex((price) => price.recurring !== null);
  if (recurring < 0) return;
  throw rejected(
    'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
    {
      param:
        recurring < items ? `line_items[${recurring}][price]` : `optional_items[${recurring - items}][price]`,
    },
  );
}

function firstChoice(price: Price | undefined): Pick<LineItem, 'chosenAmount'> {
  const custom = price?.custom_unit_amount;
  return custom ? { chosenAmount: custom.preset ?? 0 } : {};
}

/** An amount that the visitor chooses is the only item, once (texts as apps have published them). */
function checkChosen({ line_items: [item], options }: NewSession, prices: readonly Price[]): void {
  if (!prices.some((price) => price.custom_unit_amount)) return;
  if (prices.length > 1) {
    throw rejected(`You can only specify 1 line item when specifying ${CHOSEN} configured.`, 'line_items');
  }
  if (item?.quantity !== 1 || item.adjustable_quantity !== undefined) {
    const param = `line_items[0][${item?.quantity === 1 ? 'adjustable_quantity' : 'quantity'}]`;
    throw rejected(`Quantity must be 1 when ${CHOSEN} is specified.`, param);
  }
  if (options.shown.allow_promotion_codes) {
    throw rejected(`You cannot enable promotion codes when using ${CHOSEN} configured.`, {
      param: 'allow_promotion_codes',
    });
  }
}

export const CHOSEN = 'a price with `custom_unit_amount`';

function checkSameInterval(prices: readonly Price[]): void {
  const currencies = new Set(prices.map(({ currency }) => currency));
  const intervals = new Set(
    prices.flatMap(({ recurring }) =>
      recurring === null ? [] : `${recurring.interval}/${recurring.interval_count}`,
    ),
  );
  if (currencies.size <= 1 && intervals.size <= 1) return;
  throw rejected(
    'All prices of a Checkout Session must have the same currency and the same billing interval.',
    'line_items',
  );
}

function checkShippingCurrency(
  { store }: Context,
  rates: readonly string[],
  [price]: readonly Price[],
): void {
  const other = rates.findIndex((id) => store.shippingRates.get(id)?.currency !== price?.currency);
  if (other < 0) return;
  throw rejected('A shipping rate must have the same currency as the prices of the Checkout Session.', {
    param: `shipping_options[${other}]`,
  });
}

function checkedExpiry(expires_at: number | null, now: number): number {
  if (expires_at === null) return now + LONGEST_SECONDS;
  if (expires_at >= now + SHORTEST_SECONDS && expires_at <= now + LONGEST_SECONDS) return expires_at;
  const bound = expires_at > now + LONGEST_SECONDS ? 'less than 24 hours' : 'at least 30 minutes';
  const message = `The \`expires_at\` timestamp must be ${bound} from Checkout Session creation.`;
  throw rejected(message, 'expires_at');
}
