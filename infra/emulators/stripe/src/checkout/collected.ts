import type Stripe from 'stripe';
import type { CheckoutSession } from './checkout-entities.ts';
import type { CustomField } from './custom-fields.ts';

type Shown = Pick<Stripe.Checkout.Session, 'collected_information' | 'consent' | 'custom_fields'>;

/** What a session collects beyond the card, with the answers after completion; `known` if it has details of its buyer. */
export function collectedWire(session: CheckoutSession, known: boolean): Shown {
  const { options, collected, status } = session;
  const { custom_fields = [], consent_collection: consent = null } = options.shown;
  const answers = status === 'complete' ? collected?.custom_fields : undefined;
  return {
    collected_information: known ? informationWire(session) : null,
    consent:
      consent === null || !isTold(session) ? null : consentWire(consent, collected?.promotions ?? false),
    custom_fields: custom_fields.map((field) => answered(field, answers?.[field.key] ?? null)),
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

type Consent = NonNullable<CheckoutSession['options']['shown']['consent_collection']>;

/** If the terms are required, a completed session implies consent. */
function consentWire(asked: Consent, promotions: boolean): Stripe.Checkout.Session.Consent {
  const choice = promotions ? 'opt_in' : 'opt_out';
  return {
    promotions: asked.promotions === 'auto' ? choice : null,
    terms_of_service: asked.terms_of_service === 'required' ? 'accepted' : null,
  };
}

function answered(field: CustomField, value: string | null): Stripe.Checkout.Session.CustomField {
  return { ...field, [field.type]: { ...field[field.type], value } } as Stripe.Checkout.Session.CustomField;
}
