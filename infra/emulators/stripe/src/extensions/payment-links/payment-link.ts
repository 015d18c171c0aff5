import type Stripe from 'stripe';
import type { CheckoutSession } from '../../checkout/checkout-entities.ts';
import { checkoutSessionWire } from '../../checkout/checkout-session.ts';
import { isObject, type JsonObject } from '../../description/json.ts';
import type { Context } from '../../kinds/context.ts';
import { type Kept, type Labelled, shown, unset } from '../../kinds/store/kind-type.ts';
import { collectionOf } from '../../kinds/store/store.ts';

type Fields = 'active' | 'after_completion' | 'customer_creation' | 'inactive_message';

export interface PaymentLink extends Labelled, Pick<Kept<Stripe.PaymentLink>, Fields> {
  /** After how many purchases the link is inactive; null if never. */
  readonly limit: number | null;
  /** The prices of the catalogue that it sells. */
  readonly prices: readonly string[];
  /** The parameters of its sessions, as read. */
  readonly given: JsonObject;
  /** The session that the parameters lead to; each visitor gets their own. */
  readonly template: CheckoutSession;
}

/** Whether a link has led to as many purchases as it may. */
export function isSoldOut(context: Context, { id, limit }: Pick<PaymentLink, 'id' | 'limit'>): boolean {
  return limit !== null && completedSessions(context, id) >= limit;
}

function completedSessions({ store }: Context, id: string): number {
  return [...store.sessions.where('payment_link', id, ({ status }) => status === 'complete')].length;
}

export function paymentLinkUrl({ settings }: Context, id: string): string {
  return `${settings.publicUrl}${settings.pagesPath}/b/${id}`;
}

const show = shown<Stripe.PaymentLink>('payment_link', {
  ...unset<Stripe.PaymentLink>('payment_link'),
  managed_payments: { enabled: false },
});

export function paymentLinkWire(context: Context, link: PaymentLink): Stripe.PaymentLink {
  const { created: _created, given, limit, prices: _prices, template, ...visible } = link;
  const { alwaysCollectsMethod, automaticTax } = template.options;
  const session = checkoutSessionWire(context, template);
  const { consent_collection, custom_text, invoice_creation, name_collection } = session;
  const count = completedSessions(context, link.id);
  return show(visible, {
    active: link.active && !isSoldOut(context, link),
    allow_promotion_codes: session.allow_promotion_codes ?? false,
    automatic_tax: { enabled: automaticTax, liability: automaticTax ? { type: 'self' } : null },
    billing_address_collection: session.billing_address_collection ?? 'auto',
    consent_collection,
    currency: session.currency ?? 'usd',
    custom_fields: session.custom_fields.map(fieldWire),
    custom_text,
    invoice_creation,
    ...(name_collection != null && { name_collection }),
    optional_items: session.optional_items ?? null,
    payment_intent_data: intentDataWire(template, given.payment_intent_data),
    payment_method_collection:
      template.mode === 'subscription' && !alwaysCollectsMethod ? 'if_required' : 'always',
    phone_number_collection: { enabled: session.phone_number_collection?.enabled ?? false },
    restrictions: limit === null ? null : { completed_sessions: { count, limit } },
    shipping_address_collection: session.shipping_address_collection,
    shipping_options: session.shipping_options,
    submit_type: session.submit_type ?? 'auto',
    subscription_data: subscriptionDataWire(template),
    tax_id_collection: session.tax_id_collection ?? { enabled: false, required: 'never' },
    url: paymentLinkUrl(context, link.id),
  });
}

type Field = Stripe.PaymentLink.CustomField;

/** A link has no answers. */
function fieldWire(field: Stripe.Checkout.Session.CustomField): Field {
  const withoutValue = (part: object) =>
    Object.fromEntries(Object.entries(part).filter(([name]) => name !== 'value'));
  return Object.fromEntries(
    Object.entries(field).map(([name, part]) => [
      name,
      name === field.type && typeof part === 'object' ? withoutValue(part) : part,
    ]),
  ) as unknown as Field;
}

const INTENT_DATA = unset<Stripe.PaymentLink.PaymentIntentData>('payment_links_resource_payment_intent_data');

function intentDataWire({ intentData }: CheckoutSession, given: unknown): object | null {
  if (!isObject(given)) return null;
  const { description, metadata, setup_future_usage, statement_descriptor_suffix = null } = intentData;
  return {
    ...INTENT_DATA,
    capture_method: given.capture_method ?? null,
    description,
    metadata,
    setup_future_usage,
    statement_descriptor_suffix,
  };
}

/** Also links to a purchase have it. */
function subscriptionDataWire(session: CheckoutSession): Stripe.PaymentLink.SubscriptionData {
  const { trial, withoutMethod } = session.options;
  return {
    description: session.subscriptionDescription,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    metadata: session.subscriptionMetadata,
    trial_period_days: trial !== null && 'days' in trial ? trial.days : null,
    trial_settings: { end_behavior: { missing_payment_method: withoutMethod } },
  };
}

export const links = collectionOf<PaymentLink>('paymentLinks');
