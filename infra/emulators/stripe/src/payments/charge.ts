import type Stripe from 'stripe';
import { debitChargeWire } from '../customers/methods/bank-debit.ts';
import { type Card, methodType } from '../customers/methods/card.ts';
import { adviceOn, NO_ADVICE } from '../customers/methods/card-error.ts';
import { cardSourceWire } from '../customers/methods/card-source.ts';
import { billingDetailsWire, checksWire, shownCard } from '../customers/methods/payment-method.ts';
import { isRedirect } from '../customers/methods/redirect-methods.ts';
import type { CardBrand, TestCard } from '../customers/methods/test-card.ts';
import { testCardByName } from '../customers/methods/test-cards.ts';
import { ACCOUNT_ID, APPLICATION_ID, accountName, type Context } from '../kinds/context.ts';
import { changing, finder, putting } from '../kinds/objects.ts';
import { shown, unset } from '../kinds/store/kind-type.ts';
import { generatedWire } from './debits/keep-for-later.ts';
import type { Charge } from './payment-entities.ts';

/** What a new charge has unless something else is said. */
export const NEW_CHARGE = {
  amount_refunded: 0,
  authenticated: false,
  disputed: false,
  pending: false,
  ...{ balance_transaction: null, customer: null, description: null, failure: null, payment_intent: null },
  metadata: {},
} as const;

/** Fields that Stripe still answers although its description no longer has them. */
interface FormerFields {
  readonly destination: string | null;
  readonly dispute: string | null;
  readonly order: null;
}

const PLAIN = { ...unset<Stripe.Charge>('charge'), fraud_details: {}, order: null };

/** What Stripe does not show, or shows in another form. */
const OWN =
  'authenticated capture_before card failure increments mandate pending settlesAt triedToAuthenticate';

const show = shown<Stripe.Charge & FormerFields>('charge', PLAIN, OWN.split(' '));

export function chargeWire(context: Context, charge: Charge): Stripe.Charge & FormerFields {
  const { amount, amount_captured, amount_refunded, failure, payment_intent } = charge;
  const accepted = failure === null;
  const paid = accepted && !charge.pending;
  const captured = amount_captured === undefined ? (accepted ? amount : 0) : amount_captured;
  return show(charge, {
    ...splitWire(context, charge),
    amount_captured: captured ?? 0,
    billing_details: billingDetailsWire(charge.billing_details),
    calculated_statement_descriptor: calculatedDescriptor(context, charge),
    captured: accepted && captured !== null,
    dispute: findDisputeId(context, charge),
    receipt_url: paid ? receiptUrl(context, charge) : null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    outcome: isByCard(charge) ? outcomeWire(charge) : null,
    paid,
    payment_method: charge.payment_method || null,
    payment_method_details: methodDetailsWire(context, charge),
    // Charges made without a payment intent omit it.
    ...(payment_intent !== null && { radar_options: {} }),
    shipping: sentToWire(charge),
    source: formatSource(context, charge),
    refunded: amount_refunded === amount,
    status: chargeStatus(charge),
  });
}

/** False for a payment that is a transfer. */
function isByCard({ source_transfer }: Charge): boolean {
  return source_transfer === undefined;
}

/** How it is shared between a platform and its account. */
function splitWire({ platform }: Context, charge: Charge) {
  const { transfer_data: data } = charge;
  return {
    application: platform === null ? null : APPLICATION_ID,
    destination: data?.destination ?? null,
    transfer_data: data ? { amount: data.amount ?? null, destination: data.destination } : null,
    transfer_group: charge.transfer_group ?? groupWire(charge),
  };
}

/** The transfer of a payment to a connected account follows its charge. */
function groupWire({ failure, payment_intent, transfer_data }: Charge): string | null {
  if (transfer_data === undefined || failure !== null || payment_intent === null) return null;
  return `group_${payment_intent}`;
}

const DESCRIPTOR_LENGTH = 22;

/** What the card network was told; null if nothing was sent to one. */
function calculatedDescriptor(context: Context, charge: Charge): string | null {
  const { card, statement_descriptor, statement_descriptor_suffix } = charge;
  if (!isByCard(charge) || methodType(card) !== 'card' || isBlocked(charge)) return null;
  const own = statement_descriptor ?? accountName(context);
  const whole = statement_descriptor_suffix == null ? own : `${own}* ${statement_descriptor_suffix}`;
  return whole.slice(0, DESCRIPTOR_LENGTH).toUpperCase();
}

/** Only charges without a payment intent have one. */
function formatSource({ store }: Context, charge: Charge): object | null {
  if (!isByCard(charge)) return { id: ACCOUNT_ID, object: 'account' };
  const { payment_intent, payment_method } = charge;
  const method = payment_intent === null ? store.paymentMethods.get(payment_method) : undefined;
  return method === undefined ? null : cardSourceWire(method);
}

function findDisputeId({ store }: Context, charge: Charge): string | null {
  if (!charge.disputed) return null;
  const [dispute] = store.disputes.where('charge', charge.id);
  return dispute?.id ?? null;
}

function receiptUrl({ settings, store }: Context, { id, payment_intent }: Charge): string {
  const kind = store.paymentIntents.get(payment_intent ?? '')?.invoice === undefined ? 'payment' : 'invoices';
  return `${settings.publicUrl}${settings.pagesPath}/receipts/${kind}/${id}`;
}

export function chargeStatus({ pending, failure }: Charge): Stripe.Charge.Status {
  if (pending) return 'pending';
  return failure === null ? 'succeeded' : 'failed';
}

function methodDetailsWire(context: Context, charge: Charge): Stripe.Charge.PaymentMethodDetails {
  if (!isByCard(charge)) return { stripe_account: {}, type: 'stripe_account' };
  const type = methodType(charge.card);
  if (type === 'card') return { card: cardDetailsWire(charge), type };
  if (!isRedirect(type)) return debitChargeWire(type, charge);
  const own = { ...charge.card.bank?.fields, ...generatedWire(context, charge.id) };
  return { type, [type]: { ...unset(`payment_method_details_${type}`), ...own } };
}

const RISK_SCORES: Readonly<Record<TestCard['risk'], number>> = { elevated: 66, highest: 91, normal: 21 };

/** The types whose risk is assessed. */
const ASSESSED: readonly string[] = ['card', 'sepa_debit', 'us_bank_account'];

function riskWire(card: Card) {
  const { risk } = testCardByName(card.testCard);
  return ASSESSED.includes(methodType(card))
    ? { risk_level: risk, risk_score: RISK_SCORES[risk] }
    : { risk_level: 'not_assessed' };
}

/** Whether a charge was stopped before the network was asked. */
function isBlocked({ card, failure }: Charge): boolean {
  return failure !== null && testCardByName(card.testCard).risk === 'highest';
}

function outcomeWire(charge: Charge): Stripe.Charge.Outcome {
  const { card, failure } = charge;
  const scored = riskWire(card);
  if (failure === null) {
    const network = { network_status: 'approved_by_network', reason: null } as const;
    return { ...NO_ADVICE, ...network, ...scored, seller_message: 'Payment complete.', type: 'authorized' };
  }
  if (isBlocked(charge)) {
    return {
      ...NO_ADVICE,
      network_status: 'not_sent_to_network',
      reason: 'highest_risk_level',
      ...scored,
      seller_message: 'Stripe blocked this payment as too risky.',
      type: 'blocked',
    };
  }
  const reason = failure.decline_code ?? failure.code;
  return {
    ...adviceOn(failure),
    network_status: 'declined_by_network',
    reason,
    ...scored,
    seller_message:
      reason === 'generic_decline'
        ? 'The bank did not return any further details with this decline.'
        : `The bank returned the decline code \`${reason}\`.`,
    type: 'issuer_declined',
  };
}

/** Six digits that depend on the charge alone, as a bank's answer to it. */
function authorizationCode({ id }: Charge): string {
  const sum = [...id].reduce((code, letter) => (code * 31 + letter.charCodeAt(0)) % 1_000_000, 7);
  return String(sum).padStart(6, '0');
}

/** What the networks answer in test mode; for the others it is like that of Visa. */
const TRANSACTIONS: Readonly<Partial<Record<CardBrand, string>>> = { amex: '102995586109571' };
const TRANSACTION_OF_VISA = '119528868122817';

/** How the network tells the payment of others, null if it was not asked. Mastercard's depends on the charge. */
function networkReferences(charge: Charge) {
  if (isBlocked(charge)) return { network_transaction_id: null, transaction_link_id: null };
  const { id, card, created } = charge;
  const { brand } = testCardByName(card.testCard);
  if (brand !== 'mastercard') {
    return { network_transaction_id: TRANSACTIONS[brand] ?? TRANSACTION_OF_VISA, transaction_link_id: null };
  }
  const date = new Date(created * 1000).toISOString().slice(5, 10).replace('-', '');
  return {
    network_transaction_id: `MCC${id.slice(-6).toUpperCase()}${date}`,
    transaction_link_id: `test123-tlid456__${id.slice(3, 8)}`,
  };
}

const AUTHENTICATED = {
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
} as const;

/** Null if authentication was not tried, or is not supported. */
function threeDSecureWire({ authenticated, card, triedToAuthenticate }: Charge) {
  const { threeDSecure = 'attempt_acknowledged' } = testCardByName(card.testCard);
  if (authenticated) return { ...AUTHENTICATED, authentication_flow: 'challenge' } as const;
  if (threeDSecure === 'authenticated')
    return { ...AUTHENTICATED, authentication_flow: 'frictionless' } as const;
  if (triedToAuthenticate === undefined || threeDSecure === 'not_supported') return null;
  return {
    ...AUTHENTICATED,
    authentication_flow: null,
    electronic_commerce_indicator: null,
    result: threeDSecure,
  } as const;
}

function cardDetailsWire(charge: Charge) {
  const { card, amount, billing_details, capture_before, failure, increments } = charge;
  const { brand } = testCardByName(card.testCard);
  return {
    ...shownCard(card),
    amount_authorized: failure === null ? amount : null,
    amount_requested: amount,
    authorization_code: isBlocked(charge) ? null : authorizationCode(charge),
    brand,
    ...(capture_before === undefined ? {} : { capture_before }),
    checks: checksWire(card, billing_details),
    electronic_commerce_indicator: '07',
    extended_authorization: { status: 'disabled' },
    incremental_authorization: { status: increments === undefined ? 'unavailable' : 'available' },
    installments: null,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: brand,
    network_token: { used: false },
    ...networkReferences(charge),
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    three_d_secure: threeDSecureWire(charge),
  } as const;
}

export const requireCharge = finder('charge', 'charges');

export const putCharge = putting('charges', chargeWire);

export const changeCharge = changing('charge.updated', 'charges', chargeWire);

export function sentToWire({ shipping }: Pick<Charge, 'shipping'>) {
  return shipping == null ? null : { carrier: null, tracking_number: null, ...shipping };
}
