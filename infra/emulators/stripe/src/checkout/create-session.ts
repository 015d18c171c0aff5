import type { Context } from '../context.ts';
import { refused } from '../http/api-error.ts';
import { requireCustomer } from '../resources/customers.ts';
import { requireKnownPrice } from '../resources/prices.ts';
import type { Metadata, Price } from '../state/catalogue-entities.ts';
import type { CheckoutSession, LineItem } from '../state/checkout-entities.ts';
import { newId } from '../state/identifiers.ts';

export interface NewSession {
  readonly lineItems: readonly { readonly price: string; readonly quantity: number }[];
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly customer: string | null;
  readonly customerEmail: string | null;
  readonly clientReferenceId: string | null;
  readonly locale: string | null;
  readonly expiresAt: number | null;
  readonly metadata: Metadata;
  readonly subscriptionMetadata: Metadata;
  readonly subscriptionDescription: string | null;
}

const SHORTEST_SECONDS = 30 * 60;
const LONGEST_SECONDS = 24 * 3600;

export function createSession(context: Context, request: NewSession): CheckoutSession {
  const { lineItems, expiresAt, ...rest } = request;
  const testClock = request.customer === null ? null : customerClock(context, request.customer);
  const now = context.time.now(testClock);
  checkAddress(request.successUrl, 'success_url');
  if (request.cancelUrl !== null) checkAddress(request.cancelUrl, 'cancel_url');
  const prices = lineItems.map((item, index) => recurringPrice(context, item.price, index));
  checkOneRhythm(prices);
  return context.store.sessions.put({
    ...rest,
    id: newId('cs_test', 58),
    createsCustomer: request.customer === null,
    created: now,
    expiresAt: checkedExpiry(expiresAt, now),
    status: 'open',
    lineItems: lineItems.map((item): LineItem => ({ id: newId('li'), ...item })),
    currency: prices[0]?.currency ?? 'usd',
    amountTotal: lineItems.reduce(
      (sum, item, index) => sum + (prices[index]?.unitAmount ?? 0) * item.quantity,
      0,
    ),
    testClock,
    paymentIntent: null,
    awaitingAuthentication: false,
    customerDetails: null,
    subscription: null,
    invoice: null,
  });
}

function customerClock(context: Context, id: string): string | null {
  return requireCustomer(context, id, 'customer').testClock;
}

function checkAddress(address: string, param: string): void {
  const scheme = URL.parse(address)?.protocol;
  // Schemes of apps are allowed, as they are at Stripe; a bare word or a path is not an address.
  if (scheme !== undefined && !['javascript:', 'data:', 'vbscript:'].includes(scheme)) return;
  const message = 'Not a valid URL';
  throw refused(message, { code: 'url_invalid', param });
}

function recurringPrice(context: Context, id: string, index: number): Price {
  const param = `line_items[${index}][price]`;
  const price = requireKnownPrice(context, id, param);
  if (!price.active) {
    throw refused(`The price specified is inactive. This field only accepts active prices.`, { param });
  }
  if (price.recurring !== null) return price;
  throw refused(
    'You must provide at least one recurring price in `subscription` mode. The emulator takes no one-time prices beside it.',
    { param },
  );
}

function checkOneRhythm(prices: readonly Price[]): void {
  const rhythms = prices.map(
    ({ currency, recurring }) => `${currency}/${recurring?.interval}/${recurring?.intervalCount}`,
  );
  if (new Set(rhythms).size <= 1) return;
  throw refused(
    'All prices of a Checkout Session must have the same currency and the same billing interval.',
    {
      param: 'line_items',
    },
  );
}

function checkedExpiry(expiresAt: number | null, now: number): number {
  if (expiresAt === null) return now + LONGEST_SECONDS;
  if (expiresAt >= now + SHORTEST_SECONDS && expiresAt <= now + LONGEST_SECONDS) return expiresAt;
  throw refused(
    'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
    { param: 'expires_at' },
  );
}
