import type Stripe from 'stripe';
import type { CheckoutSession } from '../../checkout/checkout-entities.ts';
import { checkoutSessionWire } from '../../checkout/checkout-session.ts';
import type { JsonObject } from '../../description/json-object.ts';
import { unset } from '../../description/unset.ts';
import type { Context } from '../../kinds/context.ts';
import type { Labelled } from '../../kinds/store/entity.ts';
import { collectionOf } from '../../kinds/store/store.ts';

export interface PaymentLink extends Labelled {
  readonly active: boolean;
  readonly inactive_message: string | null;
  /** Null to confirm on a page of the emulator. */
  readonly redirect_url: string | null;
  /** Shown on that page. */
  readonly confirmation: string | null;
  /** After how many purchases the link is inactive; null if never. */
  readonly limit: number | null;
  readonly customer_creation: 'always' | 'if_required';
  /** The prices of the catalogue that it sells. */
  readonly prices: readonly string[];
  /** The parameters of its sessions, as read. */
  readonly given: JsonObject;
  /** The session that the parameters lead to; each visitor gets their own. */
  readonly template: CheckoutSession;
}

/** Whether a link has led to as many purchases as it may. */
export function isSoldOut(context: Context, { id, limit }: PaymentLink): boolean {
  return limit !== null && completedSessions(context, id) >= limit;
}

function completedSessions({ store }: Context, id: string): number {
  return [...store.sessions.where('payment_link', id, ({ status }) => status === 'complete')].length;
}

export function paymentLinkUrl({ settings }: Context, id: string): string {
  return `${settings.publicUrl}${settings.pagesPath}/b/${id}`;
}

export function paymentLinkWire(context: Context, link: PaymentLink): Stripe.PaymentLink {
  const { template } = link;
  const session = checkoutSessionWire(context, template);
  return {
    ...UNUSED,
    id: link.id,
    object: 'payment_link',
    active: link.active && !isSoldOut(context, link),
    after_completion: completionWire(link),
    allow_promotion_codes: session.allow_promotion_codes ?? false,
    automatic_tax: { enabled: template.options.automaticTax, liability: formatLiability(template) },
    billing_address_collection: session.billing_address_collection ?? 'auto',
    consent_collection: session.consent_collection as Stripe.PaymentLink['consent_collection'],
    currency: session.currency ?? 'usd',
    custom_fields: session.custom_fields.map(fieldWire),
    custom_text: session.custom_text,
    customer_creation: link.customer_creation,
    inactive_message: link.inactive_message,
    invoice_creation: session.invoice_creation,
    livemode: false,
    metadata: link.metadata,
    ...(session.name_collection == null
      ? {}
      : { name_collection: session.name_collection as Stripe.PaymentLink.NameCollection }),
    payment_intent_data: intentDataWire(link),
    payment_method_collection:
      template.mode === 'subscription' && !template.options.alwaysCollectsMethod ? 'if_required' : 'always',
    phone_number_collection: { enabled: session.phone_number_collection?.enabled ?? false },
    restrictions:
      link.limit === null
        ? null
        : { completed_sessions: { count: completedSessions(context, link.id), limit: link.limit } },
    shipping_address_collection:
      session.shipping_address_collection as Stripe.PaymentLink['shipping_address_collection'],
    shipping_options: (template.shipping_options ?? []).map((id) => shippingWire(context, id)),
    submit_type: session.submit_type ?? 'auto',
    subscription_data: subscriptionDataWire(template),
    tax_id_collection: session.tax_id_collection ?? { enabled: false, required: 'never' },
    url: paymentLinkUrl(context, link.id),
  };
}

function formatLiability({ options }: CheckoutSession): Stripe.PaymentLink.AutomaticTax['liability'] {
  return options.automaticTax ? { type: 'self' } : null;
}

function completionWire({ confirmation, redirect_url }: PaymentLink): Stripe.PaymentLink.AfterCompletion {
  return redirect_url === null
    ? { hosted_confirmation: { custom_message: confirmation }, type: 'hosted_confirmation' }
    : { redirect: { url: redirect_url }, type: 'redirect' };
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

function intentDataWire({ given, template }: PaymentLink): Stripe.PaymentLink.PaymentIntentData | null {
  const data = given.payment_intent_data as Partial<Stripe.PaymentLink.PaymentIntentData> | undefined;
  if (data === undefined) return null;
  const { intentData } = template;
  return {
    capture_method: data.capture_method ?? null,
    description: intentData.description,
    metadata: intentData.metadata,
    setup_future_usage: intentData.setup_future_usage,
    statement_descriptor: null,
    statement_descriptor_suffix: intentData.statement_descriptor_suffix ?? null,
    transfer_group: null,
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

function shippingWire({ store }: Context, id: string): Stripe.PaymentLink.ShippingOption {
  return { shipping_amount: store.shippingRates.get(id)?.amount ?? 0, shipping_rate: id };
}

const UNUSED = {
  ...unset<Stripe.PaymentLink>('payment_link'),
  managed_payments: { enabled: false },
} satisfies Partial<Stripe.PaymentLink>;

export const links = collectionOf<PaymentLink>('paymentLinks');
