import type Stripe from 'stripe';
import { type ApiError, rejected } from '../../description/api-error.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { finder } from '../../kinds/objects.ts';
import { type Address, UNITED_STATES } from '../../kinds/params/address.ts';
import { type Labelled, unset } from '../../kinds/store/kind-type.ts';
import { debitMethodWire } from './bank-debit.ts';
import { type Card, computeFingerprint, methodType } from './card.ts';
import { isRedirect } from './redirect-methods.ts';
import type { CardBrand } from './test-card.ts';
import { testCardByName } from './test-cards.ts';

export interface BillingDetails {
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly postal_code: string | null;
  /** Set if given through the API; pages collect only the postal code. */
  readonly address?: Address;
}

export interface PaymentMethod extends Labelled {
  readonly customer: string | null;
  readonly card: Card;
  readonly billing_details: BillingDetails;
  /** Detached, or charged without a customer: it cannot be used again. */
  readonly usedUp?: boolean;
  /** Whether it is a copy of a saved one. */
  readonly isChecked?: boolean;
  /** Absent for cards saved on a page. */
  readonly allow_redisplay?: 'always' | 'limited' | 'unspecified';
  /** Whether the bank declines its next charge alone. */
  readonly declinesNext?: boolean;
  /** The charge or the attempt of a setup whose method was saved as this bank account. */
  readonly generatedBy?: string;
  /** Whether it is a bank account that waits for its verification. */
  readonly isUnverified?: boolean;
}

export function billingDetailsWire(details: BillingDetails): Stripe.PaymentMethod.BillingDetails {
  const { address, email, name, phone, postal_code } = details;
  const country = postal_code === null ? null : 'US';
  return { address: address ?? { ...UNITED_STATES, country, postal_code }, email, name, phone, tax_id: null };
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
    ...ofType(method),
  };
}

function ofType(method: PaymentMethod) {
  const { billing_details, card } = method;
  const type = methodType(card);
  if (type === 'card') return { card: cardWire(method), type };
  if (!isRedirect(type)) return debitMethodWire(type, method);
  const email = type === 'link' && { email: billing_details.email };
  return { type, [type]: { ...unset(`payment_method_${type}`), ...email, ...card.bank?.fields } };
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

/** Whether it was saved as a source, the predecessor of a payment method. It pays as either. */
export function isCardSource({ id }: PaymentMethod): boolean {
  return id.startsWith('card_');
}

export const requirePaymentMethod = finder('PaymentMethod', 'paymentMethods');

/** The payment method that a payment or a setup is tried with. */
export function triedMethod(
  { store }: Context,
  { payment_method }: { readonly payment_method: string | null },
): PaymentMethod {
  return requireFound(store.paymentMethods.get(payment_method ?? ''), 'payment method');
}

/** A payment method that pays for a customer by default must be attached to the customer. */
export function requireOwnMethod(
  context: Context,
  id: string,
  customer: string | undefined,
  param: string,
): PaymentMethod {
  const method = requirePaymentMethod(context, id, param);
  if (method.customer === customer) return method;
  throw notAttached(id, param);
}

export function notAttached(id: string, param: string): ApiError {
  const message = `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`;
  return rejected(message, param);
}
