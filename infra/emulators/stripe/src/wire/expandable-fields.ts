import { inPlatform } from '../connect/account-contexts.ts';
import type { Context } from '../context.ts';
import { findTaxIds } from '../lookup/tax-ids.ts';
import { priceLines } from '../pricing/price-lines.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import { isCardSource } from '../state/customer-entities.ts';
import type { Store } from '../state/store.ts';
import { hasEnded } from '../state/subscription-status.ts';
import { accountWire } from './account-wire.ts';
import { applicationFeeWire, feeRefundWire } from './application-fee-wire.ts';
import { balanceChangeWire } from './balance-change-wire.ts';
import { balanceTransactionWire } from './balance-transaction-wire.ts';
import { cardSourceWire } from './card-source-wire.ts';
import { chargeWire } from './charge-wire.ts';
import { checkoutSessionWire } from './checkout-session-wire.ts';
import { couponWire } from './coupon-wire.ts';
import { creditNoteWire } from './credit-note-wire.ts';
import { customerTaxWire } from './customer-tax-wire.ts';
import { customerWire } from './customer-wire.ts';
import { discountWire } from './discount-wire.ts';
import { disputeWire } from './dispute-wire.ts';
import { embeddedList } from './embedded-list.ts';
import { featureWire } from './entitlement-wire.ts';
import { invoicePaymentsWire } from './invoice-payment-wire.ts';
import { invoiceWire } from './invoice-wire.ts';
import { lineItemWire } from './line-item-wire.ts';
import { mandateWire } from './mandate-wire.ts';
import { paymentIntentWire } from './payment-intent-wire.ts';
import { paymentLinkWire } from './payment-link-wire.ts';
import { paymentMethodWire } from './payment-method-wire.ts';
import { destinationWire, payoutWire } from './payout-wire.ts';
import { priceWire, tiersWire } from './price-wire.ts';
import { productWire } from './product-wire.ts';
import { promotionCodeWire } from './promotion-code-wire.ts';
import { refundWire } from './refund-wire.ts';
import { scheduleWire } from './schedule-wire.ts';
import { setupAttemptWire } from './setup-attempt-wire.ts';
import { setupIntentWire } from './setup-intent-wire.ts';
import { shippingRateWire } from './shipping-rate-wire.ts';
import { subscriptionWire } from './subscription-wire.ts';
import { taxIdWire } from './tax-id-wire.ts';
import { taxRateWire } from './tax-wire.ts';
import { testClockWire } from './test-clock-wire.ts';
import { transferReversalWire, transferWire } from './transfer-wire.ts';

type Json = Record<string, unknown>;
type LookUp = (context: Context, owner: Json) => unknown;

/** Finds the object whose id is in `field`; an empty field stays null. */
function byId(field: string, find: (context: Context, id: string) => object | undefined): LookUp {
  return (context, owner) => {
    const id = owner[field];
    return typeof id === 'string' ? (find(context, id) ?? null) : null;
  };
}

function formatted<T>(entity: T | undefined, format: (entity: T) => object): object | undefined {
  return entity === undefined ? undefined : format(entity);
}

function finding<T>(
  among: (store: Store) => { get(id: string): T | undefined },
  wire: (context: Context, entity: T) => object,
): (context: Context, id: string) => object | undefined {
  return (context, id) => formatted(among(context.store).get(id), (entity) => wire(context, entity));
}

/** The same also among the objects of connected accounts, as a transfer's payment is one. */
function received(find: (context: Context, id: string) => object | undefined) {
  return (context: Context, id: string): object | undefined => {
    const own = find(context, id);
    if (own !== undefined) return own;
    for (const account of context.store.accounts.values()) {
      const theirs = find(context.connected(account.id), id);
      if (theirs !== undefined) return theirs;
    }
    return undefined;
  };
}

const FIND = {
  account: finding(({ accounts }) => accounts, accountWire),
  applicationFee: finding(({ applicationFees }) => applicationFees, applicationFeeWire),
  feeRefund: finding(
    ({ feeRefunds }) => feeRefunds,
    (_context, entity) => feeRefundWire(entity),
  ),
  transfer: finding(({ transfers }) => transfers, transferWire),
  transferReversal: finding(
    ({ transferReversals }) => transferReversals,
    (_context, entity) => transferReversalWire(entity),
  ),
  balanceTransaction: finding(({ ledger }) => ledger, balanceTransactionWire),
  balanceChange: finding(
    ({ balanceChanges }) => balanceChanges,
    (_context, entity) => balanceChangeWire(entity),
  ),
  coupon: finding(({ coupons }) => coupons, couponWire),
  creditNote: finding(({ creditNotes }) => creditNotes, creditNoteWire),
  discount: finding(
    ({ discounts }) => discounts,
    (_context, entity) => discountWire(entity),
  ),
  promotionCode: finding(({ promotionCodes }) => promotionCodes, promotionCodeWire),
  charge: finding(({ charges }) => charges, chargeWire),
  checkoutSession: finding(({ sessions }) => sessions, checkoutSessionWire),
  customer: finding(
    ({ customers }) => customers,
    (_context, entity) => customerWire(entity),
  ),
  dispute: finding(({ disputes }) => disputes, disputeWire),
  invoice: finding(({ invoices }) => invoices, invoiceWire),
  paymentIntent: finding(({ paymentIntents }) => paymentIntents, paymentIntentWire),
  mandate: finding(({ mandates }) => mandates, mandateWire),
  paymentMethod: finding(
    ({ paymentMethods }) => paymentMethods,
    (_context, entity) => paymentMethodWire(entity),
  ),
  payout: finding(
    ({ payouts }) => payouts,
    (_context, entity) => payoutWire(entity),
  ),
  price: finding(
    ({ prices }) => prices,
    (_context, entity) => priceWire(entity),
  ),
  product: finding(
    ({ products }) => products,
    (_context, entity) => productWire(entity),
  ),
  refund: finding(
    ({ refunds }) => refunds,
    (_context, entity) => refundWire(entity),
  ),
  schedule: finding(({ schedules }) => schedules, scheduleWire),
  shippingRate: finding(
    ({ shippingRates }) => shippingRates,
    (_context, entity) => shippingRateWire(entity),
  ),
  setupIntent: finding(({ setupIntents }) => setupIntents, setupIntentWire),
  subscription: finding(({ subscriptions }) => subscriptions, subscriptionWire),
  testClock: finding(
    ({ testClocks }) => testClocks,
    (_context, entity) => testClockWire(entity),
  ),
} as const;

const CUSTOMER = { customer: byId('customer', FIND.customer) };
const SUBSCRIPTION = { subscription: byId('subscription', FIND.subscription) };
const PAYMENT = {
  payment_intent: byId('payment_intent', FIND.paymentIntent),
  payment_method: byId('payment_method', FIND.paymentMethod),
};
const LEDGER = { balance_transaction: byId('balance_transaction', received(FIND.balanceTransaction)) };
const CLOCK = { test_clock: byId('test_clock', FIND.testClock) };

const listTiers: LookUp = ({ store }, owner) =>
  formatted(store.prices.get(String(owner.id)), (price) => tiersWire(price) ?? []);

const listDiscounts: LookUp = (context, { discounts }) =>
  Array.isArray(discounts) ? discounts.map((id) => FIND.discount(context, String(id)) ?? id) : null;

const FIELDS: Readonly<Record<string, Readonly<Record<string, LookUp>>>> = {
  'billing_portal.session': {},
  balance_transaction: {
    source: byId(
      'source',
      (context, id) =>
        FIND.charge(context, id) ??
        FIND.refund(context, id) ??
        FIND.dispute(context, id) ??
        FIND.payout(context, id) ??
        FIND.transfer(context, id) ??
        FIND.transferReversal(context, id) ??
        FIND.applicationFee(context, id) ??
        FIND.feeRefund(context, id),
    ),
  },
  application_fee: {
    ...LEDGER,
    account: byId('account', FIND.account),
    charge: byId('charge', received(FIND.charge)),
    originating_transaction: byId('originating_transaction', FIND.charge),
  },
  fee_refund: { ...LEDGER, fee: byId('fee', FIND.applicationFee) },
  transfer: {
    ...LEDGER,
    destination: byId('destination', FIND.account),
    destination_payment: byId('destination_payment', received(FIND.charge)),
    source_transaction: byId('source_transaction', FIND.charge),
  },
  transfer_reversal: {
    ...LEDGER,
    source_refund: byId('source_refund', FIND.refund),
    transfer: byId('transfer', FIND.transfer),
  },
  charge: {
    ...CUSTOMER,
    ...PAYMENT,
    ...LEDGER,
    application_fee: byId('application_fee', (context, id) => FIND.applicationFee(inPlatform(context), id)),
    on_behalf_of: byId('on_behalf_of', FIND.account),
    source_transfer: byId('source_transfer', (context, id) => FIND.transfer(inPlatform(context), id)),
    transfer: byId('transfer', FIND.transfer),
    refunds: (context, owner) => chargeRefunds(context, String(owner.id)),
  },
  'checkout.session': {
    ...CUSTOMER,
    ...SUBSCRIPTION,
    ...PAYMENT,
    invoice: byId('invoice', FIND.invoice),
    setup_intent: byId('setup_intent', FIND.setupIntent),
    payment_link: byId('payment_link', (context, id) =>
      formatted(context.store.paymentLinks.get(id), (link) => paymentLinkWire(context, link)),
    ),
    line_items: (context, owner) => sessionLineItems(context, String(owner.id)),
  },
  coupon: {
    applies_to: ({ store }, owner) => {
      const products = store.coupons.get(String(owner.id))?.products ?? null;
      return products === null ? null : { products };
    },
  },
  credit_note: {
    ...CUSTOMER,
    customer_balance_transaction: byId('customer_balance_transaction', FIND.balanceChange),
    invoice: byId('invoice', FIND.invoice),
  },
  customer_balance_transaction: {
    ...CUSTOMER,
    credit_note: byId('credit_note', FIND.creditNote),
    invoice: byId('invoice', FIND.invoice),
  },
  customer: {
    ...CLOCK,
    default_source: byId('default_source', ({ store }, id) =>
      formatted(store.paymentMethods.get(id), cardSourceWire),
    ),
    sources: (context, owner) => customerSources(context, String(owner.id)),
    invoice_credit_balance: ({ store }, owner) => creditBalance(store, String(owner.id)),
    tax: (context, owner) => customerTaxWire(context, String(owner.id)),
    subscriptions: (context, owner) => customerSubscriptions(context, String(owner.id)),
    tax_ids: (context, owner) => customerTaxIds(context, String(owner.id)),
  },
  'entitlements.active_entitlement': {
    feature: byId('feature', ({ store }, id) => formatted(store.features.get(id), featureWire)),
  },
  customer_session: CUSTOMER,
  discount: { ...CUSTOMER, promotion_code: byId('promotion_code', FIND.promotionCode) },
  dispute: { ...PAYMENT, charge: byId('charge', FIND.charge) },
  invoice: {
    ...CUSTOMER,
    ...CLOCK,
    discounts: listDiscounts,
    default_payment_method: byId('default_payment_method', FIND.paymentMethod),
    confirmation_secret: ({ store }, owner) => confirmationSecret(store, String(owner.id)),
    payments: (context, owner) => invoicePaymentsWire(context, String(owner.id)),
  },
  invoice_payment: { invoice: byId('invoice', FIND.invoice) },
  invoiceitem: {
    ...CUSTOMER,
    ...CLOCK,
    discounts: listDiscounts,
    invoice: byId('invoice', FIND.invoice),
  },
  payment_intent: {
    ...CUSTOMER,
    ...PAYMENT,
    latest_charge: byId('latest_charge', FIND.charge),
  },
  payment_link: { line_items: (context, owner) => linkLineItems(context, String(owner.id)) },
  payment_method: CUSTOMER,
  payout: {
    ...LEDGER,
    destination: byId('destination', destinationWire),
    failure_balance_transaction: byId('failure_balance_transaction', FIND.balanceTransaction),
  },
  price: { product: byId('product', FIND.product), tiers: listTiers },
  plan: { product: byId('product', FIND.product), tiers: listTiers },
  product: { default_price: byId('default_price', FIND.price) },
  promotion_code: CUSTOMER,
  'radar.early_fraud_warning': {
    charge: byId('charge', FIND.charge),
    payment_intent: PAYMENT.payment_intent,
  },
  refund: {
    ...CUSTOMER,
    ...PAYMENT,
    ...LEDGER,
    charge: byId('charge', FIND.charge),
    transfer_reversal: byId('transfer_reversal', FIND.transferReversal),
  },
  setup_attempt: {
    ...CUSTOMER,
    payment_method: PAYMENT.payment_method,
    setup_intent: byId('setup_intent', FIND.setupIntent),
  },
  setup_intent: {
    mandate: byId('mandate', FIND.mandate),
    ...CUSTOMER,
    latest_attempt: (context, { id }) => {
      const intent = context.store.setupIntents.get(String(id));
      const attempt = intent?.attempts?.at(-1);
      return intent && attempt && setupAttemptWire(context, intent, attempt);
    },
    payment_method: PAYMENT.payment_method,
  },
  subscription_schedule: { ...CUSTOMER, ...SUBSCRIPTION, ...CLOCK },
  subscription: {
    ...CUSTOMER,
    ...CLOCK,
    discounts: listDiscounts,
    default_payment_method: byId('default_payment_method', FIND.paymentMethod),
    latest_invoice: byId('latest_invoice', FIND.invoice),
    pending_setup_intent: byId('pending_setup_intent', FIND.setupIntent),
    schedule: byId('schedule', FIND.schedule),
  },
};

/** Fields that only older API versions have, by object type. */
const FORMER_FIELDS: Readonly<Record<string, Readonly<Record<string, LookUp>>>> = {
  charge: { invoice: byId('invoice', FIND.invoice) },
  credit_note: { refund: byId('refund', FIND.refund) },
  invoiceitem: SUBSCRIPTION,
  invoice: {
    ...SUBSCRIPTION,
    ...PAYMENT,
    charge: byId('charge', FIND.charge),
    discount: byId('discount', FIND.discount),
    quote: () => null,
  },
  payment_intent: { invoice: byId('invoice', FIND.invoice) },
  subscription: { discount: byId('discount', FIND.discount) },
};

/** Nested parts have no `object` type, so they are matched by field name. */
const PART_FIELDS: Readonly<Record<string, LookUp>> = {
  ...SUBSCRIPTION,
  charge: byId('charge', FIND.charge),
  coupon: byId('coupon', FIND.coupon),
  default_payment_method: byId('default_payment_method', FIND.paymentMethod),
  discount: byId('discount', FIND.discount),
  payment_intent: PAYMENT.payment_intent,
  price: byId('price', FIND.price),
  promotion_code: byId('promotion_code', FIND.promotionCode),
  refund: byId('refund', FIND.refund),
  shipping_rate: byId('shipping_rate', FIND.shippingRate),
};

const TAX_RATE = byId('tax_rate', ({ store }, id) => formatted(store.taxRates.get(id), taxRateWire));

export function expandableField(owner: Json, field: string): LookUp | undefined {
  const type = owner.object;
  // Only versions before basil name the rate there.
  if (field === 'tax_rate' && 'inclusive' in owner) return TAX_RATE;
  const fields = typeof type === 'string' ? FIELDS[type] : PART_FIELDS;
  if (fields !== undefined && Object.hasOwn(fields, field)) return fields[field];
  return typeof type === 'string' && Object.hasOwn(owner, field) ? FORMER_FIELDS[type]?.[field] : undefined;
}

function formatList(data: object[], url: string): object {
  return { object: 'list', data, has_more: false, url };
}

/** The customer's balance by currency; empty until there is one. */
function creditBalance({ customers }: Context['store'], id: string): object {
  const { balance = 0, currency = null } = customers.get(id) ?? {};
  return balance === 0 || currency === null ? {} : { [currency]: balance };
}

/** Lets a browser confirm the payment; null if there is nothing to pay. */
function confirmationSecret(store: Context['store'], invoice: string): object | null {
  const intent = store.paymentIntents.get(store.invoices.get(invoice)?.paymentIntent ?? '');
  return intent === undefined ? null : { client_secret: intent.clientSecret, type: 'payment_intent' };
}

function sessionLineItems(context: Context, id: string): object {
  const session = context.store.sessions.get(id);
  return formatList(listLineItems(context, session), `/v1/checkout/sessions/${id}/line_items`);
}

function linkLineItems(context: Context, id: string): object {
  const link = context.store.paymentLinks.get(id);
  return formatList(listLineItems(context, link?.template), `/v1/payment_links/${id}/line_items`);
}

function listLineItems(context: Context, session: CheckoutSession | undefined): object[] {
  const lines = session === undefined ? [] : priceLines(context, session);
  return lines.map((line) => lineItemWire(context, line));
}

function customerSources({ store }: Context, id: string): object {
  const sources = store.paymentMethods.where('customer', id, isCardSource);
  return embeddedList(Array.from(sources, cardSourceWire), `/v1/customers/${id}/sources`);
}

function customerSubscriptions(context: Context, id: string): object {
  const live = context.store.subscriptions.where('customer', id, (candidate) => !hasEnded(candidate));
  const wire = Array.from(live, (subscription) => subscriptionWire(context, subscription));
  return embeddedList(wire, `/v1/customers/${id}/subscriptions`);
}

function customerTaxIds(context: Context, id: string): object {
  const taxIds = findTaxIds(context, context.store.customers.get(id) ?? {});
  return embeddedList(taxIds.toReversed().map(taxIdWire), `/v1/customers/${id}/tax_ids`);
}

function chargeRefunds({ store }: Context, id: string): object {
  const refunds = store.refunds.where('charge', id);
  return embeddedList(Array.from(refunds, refundWire), `/v1/charges/${id}/refunds`);
}
