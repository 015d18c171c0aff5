import type Stripe from 'stripe';
import type { BillingDetails, Card, PaymentMethod } from '../customer-entities.ts';
import { debitMethodWire } from './bank-debit.ts';
import { debitType } from './debit-type.ts';
import { computeFingerprint } from './fingerprint.ts';
import { type CardBrand, testCardByName } from './test-cards.ts';

export function billingDetailsWire(details: BillingDetails): Stripe.PaymentMethod.BillingDetails {
  const { postal_code } = details;
  const country = postal_code === null ? null : 'US';
  const address = details.address ?? {
    city: null,
    country,
    line1: null,
    line2: null,
    postal_code,
    state: null,
  };
  return {
    address,
    email: details.email,
    name: details.name,
    phone: details.phone,
    tax_id: null,
  };
}

/** Stripe answers it although its description does not have it. */
const UNDESCRIBED = { shared_payment_granted_token: null };

export function paymentMethodWire(method: PaymentMethod): Stripe.PaymentMethod {
  return {
    id: method.id,
    object: 'payment_method',
    created: method.created,
    livemode: false,
    metadata: method.metadata,
    ...UNDESCRIBED,
    ...previewWire(method),
  };
}

/** What is shown of a payment method before there is one. */
export function previewWire(method: PaymentMethod) {
  return {
    allow_redisplay: method.allow_redisplay ?? 'unspecified',
    billing_details: billingDetailsWire(method.billing_details),
    customer: method.customer,
    customer_account: null,
    ...typedDetails(method),
  };
}

function typedDetails(method: PaymentMethod): Pick<Stripe.PaymentMethod, 'card' | 'type'> {
  const debit = debitType(method.card);
  return debit === undefined ? { card: cardWire(method), type: 'card' } : debitMethodWire(debit, method.card);
}

const DISPLAYED: Readonly<Partial<Record<CardBrand, string>>> = {
  amex: 'american_express',
  diners: 'diners_club',
  unionpay: 'union_pay',
};

/** A part of the address that was not given is not checked. */
export function checksWire(card: Card, { address, postal_code }: BillingDetails) {
  const { checks } = testCardByName(card.testCard);
  return {
    address_line1_check: !address?.line1 ? null : (checks.line1 ?? 'pass'),
    address_postal_code_check: !postal_code ? null : (checks.postal_code ?? 'pass'),
    cvc_check: checks.cvc ?? 'pass',
  };
}

/** What is shown of a card everywhere. */
export function shownCard(card: Card) {
  const { country, funding } = testCardByName(card.testCard);
  return {
    country,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: computeFingerprint(card),
    funding,
    last4: card.last4,
    regulated_status: 'unregulated',
    wallet: null,
  } as const;
}

/** The bank checks a card that is saved or charged, not one that was only entered. */
function methodChecks({ billing_details, card, customer, isChecked, usedUp }: PaymentMethod) {
  const checks = checksWire(card, billing_details);
  if (customer !== null || isChecked || usedUp) return checks;
  const { address_line1_check: line1, address_postal_code_check: postal_code } = checks;
  return {
    address_line1_check: line1 && 'unchecked',
    address_postal_code_check: postal_code && 'unchecked',
    cvc_check: 'unchecked',
  };
}

function cardWire(method: PaymentMethod): Stripe.PaymentMethod.Card {
  const { card } = method;
  const { brand, cobrand, threeDSecure } = testCardByName(card.testCard);
  return {
    ...shownCard(card),
    brand,
    checks: methodChecks(method),
    display_brand: cobrand ?? DISPLAYED[brand] ?? brand,
    generated_from: null,
    networks: { available: cobrand === undefined ? [brand] : [cobrand, brand], preferred: null },
    three_d_secure_usage: { supported: threeDSecure !== 'not_supported' && brand !== 'unionpay' },
  };
}
