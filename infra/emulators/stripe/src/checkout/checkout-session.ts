import type Stripe from 'stripe';
import { exclusiveTax, inclusiveTax } from '../billing/tax/tax.ts';
import { accountName, type Context, originFor } from '../kinds/context.ts';
import { finder, putting } from '../kinds/objects.ts';
import { UNITED_STATES } from '../kinds/params/address.ts';
import { shown, unset } from '../kinds/store/kind-type.ts';
import { configurationWire } from '../payments/payment-intent.ts';
import { buyerAtCheckout } from './buyer-at-checkout.ts';
import { type CheckoutSession, isHeld, type PaidDetails, type SessionDiscount } from './checkout-entities.ts';
import { collectedWire } from './collected.ts';
import { computeShippingCost, type ShippingCost } from './shipping-cost.ts';

/** Null for embedded sessions, which have no page URL. */
export function checkoutPageUrl(
  { settings }: Context,
  { id, status, embedding, success_url }: CheckoutSession,
): string | null {
  if (status !== 'open' || embedding !== undefined) return null;
  return `${originFor(settings, success_url)}${settings.pagesPath}/c/pay/${id}`;
}

export function checkoutSessionWire(context: Context, session: CheckoutSession): Stripe.Checkout.Session {
  const details = detailsWire(context, session);
  const { methodOptions } = session.options;
  return show(session, {
    ...purchaseWire(session),
    ...(session.options.shown as object as Partial<Stripe.Checkout.Session>),
    ...collectedWire(session, details !== null),
    after_expiration: recoveryWire(context, session),
    automatic_tax: taxWire(context, session),
    branding_settings: brandingWire(context, session),
    ...amountsWire(context, session),
    ...embeddingWire(session),
    customer_creation: creationWire(session),
    customer_details: details,
    invoice_creation: invoiceCreationWire(session),
    payment_intent: session.mode === 'payment' ? session.payment_intent : null,
    payment_method_collection: session.options.alwaysCollectsMethod ? 'always' : 'if_required',
    payment_method_configuration_details:
      session.options.shown.payment_method_configuration_details ??
      (session.options.shown.allowed_payment_method_types == null ? configurationWire(context) : null),
    payment_method_options: {
      ...methodOptions,
      card: { request_three_d_secure: 'automatic', ...methodOptions.card },
    },
    payment_status: paymentStatusWire(context, session),
    setup_intent: session.mode === 'setup' ? session.setup_intent : null,
    url: checkoutPageUrl(context, session),
  });
}

function recoveryWire(
  { settings }: Context,
  { id, recovery }: CheckoutSession,
): Stripe.Checkout.Session.AfterExpiration | null {
  if (recovery === undefined) return null;
  const url = recovery.expires_at === null ? null : `${settings.publicUrl}${settings.pagesPath}/r/${id}`;
  return { recovery: { ...recovery, url } };
}

/** A held payment is paid once it is captured. */
function paymentStatusWire({ store }: Context, session: CheckoutSession): CheckoutSession['payment_status'] {
  const { mode, payment_intent, payment_status } = session;
  if (mode === 'setup') return 'no_payment_required';
  const isCaptured =
    isHeld(session) && store.paymentIntents.get(payment_intent ?? '')?.status === 'succeeded';
  return isCaptured ? 'paid' : payment_status;
}

/** What a session has that sells something; only a customer has saved payment methods. */
function purchaseWire(session: CheckoutSession): Partial<Stripe.Checkout.Session> {
  const sells = session.mode !== 'setup';
  const options: Stripe.Checkout.Session.SavedPaymentMethodOptions = {
    allow_redisplay_filters: ['always'],
    payment_method_remove: 'disabled',
    payment_method_save: null,
  };
  return {
    adaptive_pricing: { enabled: sells },
    managed_payments: sells ? { enabled: false } : null,
    saved_payment_method_options: sells && creationWire(session) !== 'if_required' ? options : null,
  };
}

function embeddingWire({ embedding }: CheckoutSession) {
  if (embedding === undefined) return { ui_mode: 'hosted_page' } satisfies Partial<Stripe.Checkout.Session>;
  const { client_secret, isElements, redirect, return_url } = embedding;
  return {
    client_secret,
    ...(!isElements && { redirect_on_completion: redirect }),
    ...(return_url === null ? {} : { return_url }),
    ui_mode: isElements ? 'elements' : 'embedded_page',
  } satisfies Partial<Stripe.Checkout.Session>;
}

/** The tax is calculated once the visitor's location is known. */
function taxWire(context: Context, session: CheckoutSession): Stripe.Checkout.Session.AutomaticTax {
  const { status, options } = session;
  if (!options.automaticTax) return { enabled: false, liability: null, provider: null, status: null };
  return {
    enabled: true,
    liability: { type: 'self' },
    provider: 'stripe',
    status:
      status === 'complete' || buyerAtCheckout(context, session) !== null
        ? 'complete'
        : 'requires_location_inputs',
  };
}

function amountsWire(context: Context, session: CheckoutSession) {
  const { mode, amount_discount, amount_total, amount_tax, exclusiveTax: onTop, discount } = session;
  const hasAmounts = mode !== 'setup';
  const shipping = computeShippingCost(context, session);
  const amountShipping = shipping?.rate.amount ?? 0;
  return {
    amount_subtotal: hasAmounts ? amount_total + amount_discount - onTop - amountShipping : null,
    amount_total: hasAmounts ? amount_total : null,
    discounts: !hasAmounts ? null : discount === null ? [] : [discountWire(discount)],
    shipping_cost: shipping && shippingCostWire(shipping),
    shipping_options: session.shipping_options.map((id) => ({
      shipping_amount: context.store.shippingRates.get(id)?.amount ?? 0,
      shipping_rate: id,
    })),
    total_details: hasAmounts ? { amount_discount, amount_shipping: amountShipping, amount_tax } : null,
  } satisfies Partial<Stripe.Checkout.Session>;
}

function shippingCostWire({ rate, taxes }: ShippingCost): Stripe.Checkout.Session.ShippingCost {
  const onTop = exclusiveTax(taxes);
  return {
    amount_subtotal: rate.amount,
    amount_tax: inclusiveTax(taxes) + onTop,
    amount_total: rate.amount + onTop,
    shipping_rate: rate.id,
  };
}

/** With a promotion code, Stripe omits the coupon, which belongs to the code. */
function discountWire({ coupon, promotion_code }: SessionDiscount): Stripe.Checkout.Session.Discount {
  return { coupon: promotion_code === null ? coupon : null, promotion_code };
}

/** Only one-time purchases can have this setting. */
function invoiceCreationWire({
  mode,
  options,
}: CheckoutSession): Stripe.Checkout.Session.InvoiceCreation | null {
  if (mode !== 'payment') return null;
  const { custom_fields, rendering, ...given } = options.invoice ?? { metadata: {} };
  return {
    enabled: options.invoice !== null,
    invoice_data: {
      ...NO_INVOICE_DATA,
      ...given,
      custom_fields: custom_fields?.length ? [...custom_fields] : null,
      rendering_options: rendering
        ? { amount_tax_display: rendering.amount_tax_display ?? null, template: null }
        : null,
    },
  };
}

/** Null for a customer that already existed. */
function creationWire(session: CheckoutSession): Stripe.Checkout.Session['customer_creation'] {
  if (session.createsCustomer) return 'always';
  return session.customer === null ? 'if_required' : null;
}

/** Before payment Stripe already shows a known customer's email address. */
function detailsWire(
  { store }: Context,
  session: CheckoutSession,
): Stripe.Checkout.Session['customer_details'] {
  const customer = store.customers.get(session.customer ?? '');
  const email = session.customer_email ?? customer?.email ?? session.abandonedBy ?? null;
  const details = session.customer_details ?? { email, name: null, postal_code: null };
  if (session.customer_details === null && email === null) return null;
  const wire = {
    ...paidDetailsWire(details, session.customer_details !== null),
    tax_exempt: customer?.tax_exempt ?? 'none',
  };
  return session.mode === 'setup' ? { ...wire, tax_exempt: null } : wire;
}

function paidDetailsWire(
  details: PaidDetails,
  paid: boolean,
): Omit<Stripe.Checkout.Session.CustomerDetails, 'tax_exempt'> {
  const { email, postal_code, phone = null, address, business, names } = details;
  const tax_id = business?.tax_id;
  return {
    address: paid ? (address ?? { ...UNITED_STATES, postal_code }) : null,
    business_name: business?.name ?? names?.business ?? null,
    email,
    individual_name: names?.individual ?? null,
    name: names?.business ?? names?.individual ?? details.name,
    phone,
    tax_ids: !paid ? null : tax_id ? [{ type: tax_id.type, value: tax_id.value }] : [],
  };
}

/** Cleared settings are the account's. */
function brandingWire(context: Context, { options }: CheckoutSession) {
  const given = Object.entries(options.shown.branding_settings ?? {}).filter(([, value]) => value !== null);
  return { ...BRANDING, display_name: accountName(context), ...Object.fromEntries(given) };
}

const BRANDING = {
  background_color: '#ffffff',
  border_style: 'rounded',
  button_color: '#0074d4',
  font_family: 'default',
  icon: null,
  logo: null,
} as const;

const NO_INVOICE_DATA = unset<Stripe.Checkout.Session.InvoiceCreation.InvoiceData>(
  'payment_pages_checkout_session_invoice_settings',
);

const PLAIN = {
  ...unset<Stripe.Checkout.Session>('checkout.session'),
  allowed_payment_method_types: null,
  custom_text: unset<Stripe.Checkout.Session.CustomText>('payment_pages_checkout_session_custom_text'),
  payment_method_types: ['card'],
  phone_number_collection: { enabled: false },
} satisfies Partial<Stripe.Checkout.Session>;

/** What Stripe does not show, or shows in another form. */
const OWN =
  'abandonedBy amount_discount amount_tax awaitingAuthentication collected createsCustomer discount embedding exclusiveTax intentData line_items options paymentSettlesAt pricedAt recovery shipping subscriptionDescription subscriptionMetadata taxPlace test_clock';

const show = shown<Stripe.Checkout.Session>('checkout.session', PLAIN, OWN.split(' '));

export const requireSession = finder('checkout.session', 'sessions');

export const putSession = putting('sessions', checkoutSessionWire);
