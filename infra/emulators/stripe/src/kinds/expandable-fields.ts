import {
  breakdownWire,
  lineDiscountsWire,
  lineTaxesWire,
  shippingTaxesWire,
} from '../billing/invoices/breakdown.ts';
import { invoiceWire } from '../billing/invoices/invoice.ts';
import { invoiceItemWire } from '../billing/invoices/invoice-item.ts';
import { invoicePaymentsWire } from '../billing/invoices/invoice-payment.ts';
import { lineItemWire } from '../billing/invoices/line-item.ts';
import { type PricedLine, priceLines } from '../billing/invoices/price-lines.ts';
import { subscriptionWire } from '../billing/subscriptions/subscription.ts';
import { scheduleWire } from '../billing/subscriptions/subscription-schedule.ts';
import { hasEnded } from '../billing/subscriptions/subscription-status.ts';
import { customerTaxWire } from '../billing/tax/customer-tax.ts';
import { testClockWire } from '../billing/test-clock.ts';
import { couponWire } from '../catalogue/coupon.ts';
import { discountWire } from '../catalogue/discount.ts';
import { currencyOptionsWire, priceWire, tiersWire } from '../catalogue/price.ts';
import { productWire } from '../catalogue/product.ts';
import { promotionCodeWire } from '../catalogue/promotion-code.ts';
import { shippingRateWire } from '../catalogue/shipping-rate.ts';
import { taxRateWire } from '../catalogue/tax-rate.ts';
import type { CheckoutSession } from '../checkout/checkout-entities.ts';
import { customerWire } from '../customers/customer.ts';
import { balanceChangeWire } from '../customers/customer-balance-transaction.ts';
import { isCardSource } from '../customers/customer-entities.ts';
import { findTaxIds } from '../customers/find-tax-ids.ts';
import { cardSourceWire } from '../customers/methods/card-source.ts';
import { paymentMethodWire } from '../customers/methods/payment-method.ts';
import { taxIdWire } from '../customers/tax-id.ts';
import { expandsAtStripe } from '../description/description.ts';
import type { JsonObject } from '../description/json-object.ts';
import { accountWire } from '../extensions/connect/account.ts';
import { inPlatform } from '../extensions/connect/account-contexts.ts';
import { applicationFeeWire, feeRefundWire } from '../extensions/connect/application-fee.ts';
import { transferReversalWire, transferWire } from '../extensions/connect/transfer.ts';
import { creditNoteWire } from '../extensions/credit-notes/credit-note.ts';
import { fileWire } from '../extensions/files/file.ts';
import { destinationWire, payoutWire } from '../extensions/payouts/payout.ts';
import { calculatedItemWire, costBreakdown } from '../extensions/tax-calculations/tax-calculation.ts';
import { recordedItemWire } from '../extensions/tax-calculations/tax-transaction.ts';
import { balanceTransactionWire } from '../payments/balance-transaction.ts';
import { chargeWire } from '../payments/charge.ts';
import { mandateWire } from '../payments/debits/mandate.ts';
import { disputeWire } from '../payments/disputes/dispute.ts';
import { EVIDENCE_FILES } from '../payments/payment-entities.ts';
import { paymentIntentWire } from '../payments/payment-intent.ts';
import { refundWire } from '../payments/refund.ts';
import { setupAttemptWire } from '../payments/setup-attempt.ts';
import { setupIntentWire } from '../payments/setup-intent.ts';
import type { Context, FindShown, LookUp } from './context.ts';
import { embeddedList, firstPage } from './embedded-list.ts';
import type { Store } from './store/store.ts';

function formatted<T>(entity: T | undefined, format: (entity: T) => object): object | undefined {
  return entity === undefined ? undefined : format(entity);
}

type Among<T> = (store: Store) => { get(id: string): T | undefined };

function finding<T>(among: Among<T>, wire: (context: Context, entity: T) => object): FindShown {
  return (context, id) => formatted(among(context.store).get(id), (entity) => wire(context, entity));
}

/** The same for objects that are formatted without a context. */
function findingPlain<T>(among: Among<T>, wire: (entity: T) => object): FindShown {
  return ({ store }, id) => formatted(among(store).get(id), wire);
}

/** The same also among the objects of connected accounts, as a transfer's payment is one. */
function received(find: FindShown): FindShown {
  return (context, id) => {
    const own = find(context, id);
    if (own !== undefined) return own;
    for (const account of context.store.accounts.values()) {
      const theirs = find(context.connected(account.id), id);
      if (theirs !== undefined) return theirs;
    }
    return undefined;
  };
}

const account = finding(({ accounts }) => accounts, accountWire);
const showApplicationFee = finding(({ applicationFees }) => applicationFees, applicationFeeWire);
const showBalanceTransaction = finding(({ ledger }) => ledger, balanceTransactionWire);
const charge = finding(({ charges }) => charges, chargeWire);
const discount = findingPlain(({ discounts }) => discounts, discountWire);
const dispute = finding(({ disputes }) => disputes, disputeWire);
const feeRefund = findingPlain(({ feeRefunds }) => feeRefunds, feeRefundWire);
const file = finding(({ files }) => files, fileWire);
const invoice = finding(({ invoices }) => invoices, invoiceWire);
const showPaymentMethod = findingPlain(({ paymentMethods }) => paymentMethods, paymentMethodWire);
const payout = findingPlain(({ payouts }) => payouts, payoutWire);
const price = findingPlain(({ prices }) => prices, priceWire);
const refund = findingPlain(({ refunds }) => refunds, refundWire);
const showSetupIntent = finding(({ setupIntents }) => setupIntents, setupIntentWire);
const transfer = finding(({ transfers }) => transfers, transferWire);
const showTransferReversal = findingPlain(({ transferReversals }) => transferReversals, transferReversalWire);

const showSubscriptionItem: FindShown = (context, id) => {
  const [owner] = context.store.subscriptions.newestFirst(({ items }) =>
    items.some((item) => item.id === id),
  );
  return owner && subscriptionWire(context, owner).items.data.find((item) => item.id === id);
};

/** The objects that fields of these names refer to by id. */
const REFERENCES: Readonly<Record<string, FindShown>> = {
  account,
  application_fee: (context, id) => showApplicationFee(inPlatform(context), id),
  balance_transaction: received(showBalanceTransaction),
  charge: received(charge),
  coupon: finding(({ coupons }) => coupons, couponWire),
  credit_note: finding(({ creditNotes }) => creditNotes, creditNoteWire),
  customer: findingPlain(({ customers }) => customers, customerWire),
  customer_balance_transaction: findingPlain(({ balanceChanges }) => balanceChanges, balanceChangeWire),
  default_payment_method: showPaymentMethod,
  default_price: price,
  default_source: findingPlain(({ paymentMethods }) => paymentMethods, cardSourceWire),
  destination: account,
  destination_payment: received(charge),
  discount,
  discounts: discount,
  dispute,
  failure_balance_transaction: showBalanceTransaction,
  fee: showApplicationFee,
  file,
  ...Object.fromEntries(EVIDENCE_FILES.map((name) => [name, file])),
  invoice,
  invoice_item: finding(({ invoiceItems }) => invoiceItems, invoiceItemWire),
  latest_charge: charge,
  latest_invoice: invoice,
  latest_revision: invoice,
  mandate: finding(({ mandates }) => mandates, mandateWire),
  on_behalf_of: account,
  original_payout: payout,
  originating_transaction: charge,
  payment_intent: finding(({ paymentIntents }) => paymentIntents, paymentIntentWire),
  payment_method: showPaymentMethod,
  pending_setup_intent: showSetupIntent,
  price,
  product: findingPlain(({ products }) => products, productWire),
  promotion_code: finding(({ promotionCodes }) => promotionCodes, promotionCodeWire),
  quote: () => undefined,
  refund,
  reversed_by: payout,
  schedule: finding(({ schedules }) => schedules, scheduleWire),
  setup_intent: showSetupIntent,
  shipping_rate: findingPlain(({ shippingRates }) => shippingRates, shippingRateWire),
  source: () => undefined,
  source_refund: refund,
  source_transaction: charge,
  source_transfer: (context, id) => transfer(inPlatform(context), id),
  subscription: finding(({ subscriptions }) => subscriptions, subscriptionWire),
  subscription_item: showSubscriptionItem,
  test_clock: findingPlain(({ testClocks }) => testClocks, testClockWire),
  transfer,
  transfer_reversal: showTransferReversal,
};

/** Replaces ids by their objects; those of unknown objects stay. */
function found(context: Context, value: unknown, find: FindShown): unknown {
  if (Array.isArray(value)) return value.map((id) => found(context, id, find));
  return typeof value === 'string' ? (find(context, value) ?? value) : null;
}

const findSource: FindShown = (context, id) =>
  charge(context, id) ??
  refund(context, id) ??
  dispute(context, id) ??
  payout(context, id) ??
  transfer(context, id) ??
  showTransferReversal(context, id) ??
  showApplicationFee(context, id) ??
  feeRefund(context, id);

const listTiers: LookUp = ({ store }, { id }) =>
  formatted(store.prices.get(String(id)), (entity) => tiersWire(entity) ?? []);

const listCurrencies: LookUp = ({ store }, { id }) =>
  formatted(store.prices.get(String(id)), currencyOptionsWire);

/** Fields that refer by no id, or to another kind of object than elsewhere. */
const OWN_FIELDS: Readonly<Record<string, Readonly<Record<string, LookUp>>>> = {
  balance_transaction: {
    source: (context, { source }) => found(context, source, findSource),
  },
  charge: { refunds: (context, { id }) => chargeRefunds(context, String(id)) },
  'checkout.session': { line_items: (context, { id }) => sessionLineItems(context, String(id)) },
  coupon: {
    applies_to: ({ store }, { id }) => {
      return store.coupons.get(String(id))?.applies_to ?? null;
    },
  },
  customer: {
    sources: (context, { id }) => customerSources(context, String(id)),
    invoice_credit_balance: ({ store }, { id }) => creditBalance(store, String(id)),
    tax: (context, { id }) => customerTaxWire(context, String(id)),
    subscriptions: (context, { id }) => customerSubscriptions(context, String(id)),
    tax_ids: (context, { id }) => customerTaxIds(context, String(id)),
  },
  file: { links: (_context, { links }) => links },
  invoice: {
    confirmation_secret: ({ store }, { id }) => confirmationSecret(store, String(id)),
    payments: (context, { id }) => invoicePaymentsWire(context, String(id)),
  },
  item: {
    discounts: (context, { id }) => ofLine(context, sessionWith(context, id), id, lineDiscountsWire),
    taxes: (context, { id }) => ofLine(context, sessionWith(context, id), id, lineTaxesWire),
  },
  payout: { destination: (context, { destination }) => found(context, destination, destinationWire) },
  plan: { tiers: listTiers },
  price: { currency_options: listCurrencies, tiers: listTiers },
  setup_intent: {
    latest_attempt: (context, { id }) => {
      const intent = context.store.setupIntents.get(String(id));
      const attempt = intent?.attempts?.at(-1);
      return intent && attempt && setupAttemptWire(context, intent, attempt);
    },
  },
  'tax.calculation': { line_items: ({ store }, { id }) => calculationItems(store, String(id)) },
  'tax.calculation_line_item': { tax_breakdown: (context, { id }) => itemBreakdown(context, String(id)) },
  'tax.transaction': { line_items: ({ store }, { id }) => transactionItems(store, String(id)) },
};

/** Of the totals of a checkout and of its shipping costs. */
const SESSION_PARTS: Readonly<Record<string, (context: Context, id: string) => unknown>> = {
  breakdown: (context, id) => formatted(context.store.sessions.get(id), (of) => breakdownWire(context, of)),
  taxes: (context, id) => formatted(context.store.sessions.get(id), (of) => shippingTaxesWire(context, of)),
};

/** What made a line of an invoice, before basil. */
const FORMER_PARTS: readonly string[] = ['invoice_item', 'subscription_item'];

/** Fields that older API versions have or that Stripe does not describe, by object type. Nested parts have none. */
const MORE_REFERENCES: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...['charge', 'coupon', 'default_payment_method', 'discount', 'payment_intent', 'price'],
    ...['promotion_code', 'refund', 'shipping_rate', 'subscription'],
    ...EVIDENCE_FILES,
  ],
  charge: ['destination', 'dispute', 'invoice'],
  credit_note: ['refund'],
  invoiceitem: ['subscription'],
  invoice: ['charge', 'discount', 'payment_intent', 'payment_method', 'quote', 'subscription'],
  line_item: FORMER_PARTS,
  payment_intent: ['invoice', 'source'],
  subscription: ['discount'],
};

const findTaxRate = findingPlain(({ tax_rates }) => tax_rates, taxRateWire);

/** `whole` is the object that a part without a type belongs to. */
export function expandableField(
  { features }: Context,
  owner: JsonObject,
  field: string,
  whole: JsonObject,
): LookUp | undefined {
  const type = typeof owner.object === 'string' ? owner.object : '';
  if (type === '' && whole.object === 'checkout.session' && !Object.hasOwn(owner, field)) {
    const partOf = SESSION_PARTS[field];
    if (partOf !== undefined) return (context) => partOf(context, String(whole.id));
  }
  const own = OWN_FIELDS[type] ?? {};
  const added = features.fields[`${type}.${field}`] ?? [];
  const lookUps = Object.hasOwn(own, field) ? [own[field], ...added] : added;
  if (lookUps.length > 0) return firstKnown(lookUps);
  const find = findReference(features, owner, type, field);
  return find && ((context) => found(context, owner[field], find));
}

/** Whether the field is one that a line of an invoice has only if there is such an object, before basil. */
export function isLeftOut(owner: JsonObject, field: string): boolean {
  return owner.object === 'line_item' && 'proration' in owner && FORMER_PARTS.includes(field);
}

function firstKnown(lookUps: readonly (LookUp | undefined)[]): LookUp {
  return (context, owner) => {
    for (const lookUp of lookUps) {
      const shown = lookUp?.(context, owner);
      if (shown !== undefined) return shown;
    }
    return undefined;
  };
}

function findReference(
  { references }: Context['features'],
  owner: JsonObject,
  type: string,
  field: string,
): FindShown | undefined {
  // Only versions before basil name the rate there.
  if (field === 'tax_rate' && 'inclusive' in owner) return findTaxRate;
  // The source of a revision; other parts that name an invoice cannot expand it.
  if (field === 'invoice' && 'action' in owner) return invoice;
  const isListed = type !== '' && expandsAtStripe(type, field);
  const isMore = Object.hasOwn(owner, field) && MORE_REFERENCES[type]?.includes(field) === true;
  return isListed || isMore ? (REFERENCES[field] ?? references[field]?.show) : undefined;
}

/** The customer's balance by currency; empty until there is one. */
function creditBalance({ customers }: Context['store'], id: string): object {
  const { balance = 0, currency = null, hidden } = customers.get(id) ?? {};
  const balances = Object.entries({ ...(currency !== null && { [currency]: balance }), ...hidden?.balances });
  return Object.fromEntries(balances.filter(([, amount]) => amount !== 0));
}

/** Lets a browser confirm the payment; null if there is nothing to pay, and on a paid first invoice. */
function confirmationSecret(store: Context['store'], invoice: string): object | null {
  const { billing_reason, payment_intent, status } = store.invoices.get(invoice) ?? {};
  const intent = store.paymentIntents.get(payment_intent ?? '');
  if (intent === undefined || (status === 'paid' && billing_reason === 'subscription_create')) return null;
  return { client_secret: intent.client_secret, type: 'payment_intent' };
}

function calculationItems({ taxCalculations }: Context['store'], id: string): object {
  const { lines = [] } = taxCalculations.get(id) ?? {};
  return embeddedList(lines.map(calculatedItemWire), `/v1/tax/calculations/${id}/line_items`);
}

function itemBreakdown(context: Context, id: string): object[] | undefined {
  for (const calculation of context.store.taxCalculations.values()) {
    const line = calculation.lines.find((one) => one.id === id);
    if (line !== undefined) return costBreakdown(context, calculation, line);
  }
  return undefined;
}

function transactionItems({ taxTransactions }: Context['store'], id: string): object {
  const { lines = [] } = taxTransactions.get(id) ?? {};
  return embeddedList(lines.map(recordedItemWire), `/v1/tax/transactions/${id}/line_items`);
}

function sessionLineItems(context: Context, id: string): object {
  const session = context.store.sessions.get(id);
  return firstPage(lineItemWires(context, session), `/v1/checkout/sessions/${id}/line_items`);
}

export function lineItemWires(context: Context, session: CheckoutSession | undefined): object[] {
  const lines = session === undefined ? [] : priceLines(context, session);
  return lines.map((line) => lineItemWire(context, line));
}

/** Whether a session has the line item. */
export function hasItem({ line_items }: CheckoutSession, id: unknown): boolean {
  return line_items.some((item) => item.id === id);
}

function sessionWith({ store }: Context, item: unknown): CheckoutSession | undefined {
  const [session] = store.sessions.newestFirst((one) => hasItem(one, item));
  return session;
}

/** Something of a session's line item. */
export function ofLine(
  context: Context,
  session: CheckoutSession | undefined,
  id: unknown,
  wire: (context: Context, session: CheckoutSession, line: PricedLine) => unknown,
): unknown {
  const line = session && priceLines(context, session).find(({ item }) => item.id === id);
  return line && wire(context, session, line);
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
  const tax_ids = findTaxIds(context, context.store.customers.get(id) ?? {});
  return embeddedList(tax_ids.toReversed().map(taxIdWire), `/v1/customers/${id}/tax_ids`);
}

function chargeRefunds({ store }: Context, id: string): object {
  const refunds = store.refunds.where('charge', id);
  return embeddedList(Array.from(refunds, refundWire), `/v1/charges/${id}/refunds`);
}
