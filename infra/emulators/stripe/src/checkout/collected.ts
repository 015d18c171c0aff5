import type Stripe from 'stripe';
import type { CheckoutSession } from './checkout-entities.ts';
import type { CustomField } from './custom-fields.ts';

type Shown = Pick<
  Stripe.Checkout.Session,
  'collected_information' | 'consent' | 'consent_collection' | 'custom_fields'
>;

/** What a session collects beyond the card, with the answers after completion; `known` if it has details of its buyer. */
export function collectedWire(session: CheckoutSession, known: boolean): Shown {
  const { options, collected, status } = session;
  const { custom_fields = [], consent_collection: consent = null } = options;
  const answers = status === 'complete' ? collected : undefined;
  return {
    collected_information: known ? informationWire(session) : null,
    consent:
      consent === null || !isTold(session) ? null : consentWire(consent, collected?.promotions ?? false),
    consent_collection: consent && {
      payment_method_reuse_agreement: consent.reuseAgreement && { position: consent.reuseAgreement },
      promotions: consent.promotions,
      terms_of_service: consent.terms_of_service,
    },
    custom_fields: custom_fields.map((field) =>
      customFieldWire(field, answers?.custom_fields[field.key] ?? null),
    ),
  };
}

/** A visitor who has left is known only after agreeing to promotions. */
function isTold({ collected, status }: CheckoutSession): boolean {
  if (status === 'expired') return collected?.promotions === true;
  return status === 'complete' && collected !== undefined;
}

function informationWire({ customer_details }: CheckoutSession): Shown['collected_information'] {
  const { business, names, shipping } = customer_details ?? {};
  return {
    business_name: business?.name ?? names?.business ?? null,
    individual_name: names?.individual ?? null,
    shipping_details: shipping ? { address: shipping.address, name: shipping.name } : null,
  };
}

type Consent = NonNullable<CheckoutSession['options']['consent_collection']>;

/** If the terms are required, a completed session implies consent. */
function consentWire(asked: Consent, promotions: boolean): Stripe.Checkout.Session.Consent {
  const choice = promotions ? 'opt_in' : 'opt_out';
  return {
    promotions: asked.promotions === 'auto' ? choice : null,
    terms_of_service: asked.terms_of_service === 'required' ? 'accepted' : null,
  };
}

function customFieldWire(field: CustomField, value: string | null): Stripe.Checkout.Session.CustomField {
  const { key, label, optional, type } = field;
  return {
    ...answerWire(field, value),
    key,
    label: { custom: label, type: 'custom' },
    optional,
    type,
  };
}

function answerWire(
  { type, default_value, minimum_length, maximum_length, options }: CustomField,
  value: string | null,
): Pick<Stripe.Checkout.Session.CustomField, 'dropdown' | 'numeric' | 'text'> {
  if (type === 'dropdown') return { dropdown: { default_value, options: [...options], value } };
  const answer = {
    default_value,
    maximum_length,
    minimum_length,
    value,
  };
  return type === 'numeric' ? { numeric: answer } : { text: answer };
}
