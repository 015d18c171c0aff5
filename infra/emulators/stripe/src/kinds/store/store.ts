import type { BalanceChange, Invoice, InvoiceItem, Subscription } from '../../billing/billing-entities.ts';
import type { SubscriptionSchedule } from '../../billing/subscriptions/schedule-entities.ts';
import { PLAIN_PRICE, PLAIN_PRODUCT, type Price, type Product } from '../../catalogue/catalogue-entities.ts';
import {
  type Coupon,
  type Discount,
  PLAIN_COUPON,
  type PromotionCode,
} from '../../catalogue/discount-entities.ts';
import type { ShippingRate } from '../../catalogue/shipping-entities.ts';
import type { CheckoutSession } from '../../checkout/checkout-entities.ts';
import {
  type Customer,
  type PaymentMethod,
  PLAIN_CUSTOMER,
  type TestClock,
} from '../../customers/customer-entities.ts';
import {
  PLAIN_TAX_RATE,
  type TaxCalculation,
  type TaxId,
  type TaxRate,
  type TaxRegistration,
  type TaxSettings,
  type TaxTransaction,
} from '../../customers/tax-entities.ts';
import type {
  AccountLink,
  BankAccount,
  BankToken,
  ConnectedAccount,
  Person,
} from '../../extensions/connect/account-entities.ts';
import type {
  ApplicationFee,
  FeeRefund,
  Transfer,
  TransferReversal,
} from '../../extensions/connect/transfer-entities.ts';
import type { CreditNote } from '../../extensions/credit-notes/credit-note-entities.ts';
import type { ApplePayDomain, PaymentMethodDomain } from '../../extensions/domains/domain-entities.ts';
import type { FileLink, UploadedFile } from '../../extensions/files/file-entities.ts';
import type { Payout } from '../../extensions/payouts/payout-entities.ts';
import type { LedgerEntry } from '../../payments/ledger-entities.ts';
import type {
  CardToken,
  Charge,
  ConfirmationToken,
  Dispute,
  FraudWarning,
  Mandate,
  PaymentIntent,
  Refund,
  SetupIntent,
} from '../../payments/payment-entities.ts';
import type { PortalConfiguration, PortalSession } from '../../portal/portal-entities.ts';
import type { Delivery, StoredEvent, WebhookEndpoint } from '../events/webhook-entities.ts';
import { type Change, placeName } from './change.ts';
import { Collection } from './collection.ts';
import { sparse } from './kind-type.ts';
import { heldForm } from './packed-texts.ts';

export type CommitListener = (changes: readonly Change[]) => void;

export interface AnyCollection {
  readonly name: string;
  readonly size: number;
  readonly revision: number;
  get(id: string): unknown;
  restore(id: string, entity: undefined): void;
  values(): Iterable<{ readonly id: string }>;
  clear(): void;
}

interface Transaction {
  changes: Change[];
  depth: number;
}

/**
 * The whole account state. Changes happen only in transactions, which are atomic, also over a platform and its
 * connected accounts: each has a store, and they share the transaction.
 */
export class Store {
  /** Null for the platform's own. */
  readonly platform: Store | null;
  readonly #account: string | undefined;
  readonly #transaction: Transaction;
  readonly #connected = new Map<string, Store>();
  readonly #listeners: CommitListener[] = [];
  readonly #listenersToAll: CommitListener[] = [];
  readonly #record = (change: Change) => {
    const { changes, depth } = this.#transaction;
    if (depth === 0) throw new Error(`${change.collection} changed outside a transaction`);
    changes.push(this.#account === undefined ? change : { ...change, account: this.#account });
  };

  readonly products = new Collection<Product>('products', this.#record, undefined, sparse(PLAIN_PRODUCT));
  readonly prices = new Collection<Price>('prices', this.#record, undefined, sparse(PLAIN_PRICE));
  readonly customers = new Collection<Customer>('customers', this.#record, undefined, sparse(PLAIN_CUSTOMER));
  readonly paymentMethods = new Collection<PaymentMethod>('paymentMethods', this.#record);
  readonly sessions = new Collection<CheckoutSession>('sessions', this.#record);
  readonly subscriptions = new Collection<Subscription>('subscriptions', this.#record);
  readonly schedules = new Collection<SubscriptionSchedule>('schedules', this.#record);
  readonly invoices = new Collection<Invoice>('invoices', this.#record);
  readonly invoiceItems = new Collection<InvoiceItem>('invoiceItems', this.#record);
  readonly creditNotes = new Collection<CreditNote>('creditNotes', this.#record);
  readonly balanceChanges = new Collection<BalanceChange>('balanceChanges', this.#record);
  readonly paymentIntents = new Collection<PaymentIntent>('paymentIntents', this.#record);
  readonly setupIntents = new Collection<SetupIntent>('setupIntents', this.#record);
  readonly confirmationTokens = new Collection<ConfirmationToken>('confirmationTokens', this.#record);
  readonly mandates = new Collection<Mandate>('mandates', this.#record);
  readonly charges = new Collection<Charge>('charges', this.#record);
  readonly refunds = new Collection<Refund>('refunds', this.#record);
  readonly disputes = new Collection<Dispute>('disputes', this.#record);
  readonly fraudWarnings = new Collection<FraudWarning>('fraudWarnings', this.#record);
  readonly ledger = new Collection<LedgerEntry>('ledger', this.#record);
  readonly payouts = new Collection<Payout>('payouts', this.#record);
  readonly coupons = new Collection<Coupon>('coupons', this.#record, undefined, sparse(PLAIN_COUPON));
  readonly promotionCodes = new Collection<PromotionCode>('promotionCodes', this.#record);
  readonly discounts = new Collection<Discount>('discounts', this.#record);
  readonly shippingRates = new Collection<ShippingRate>('shippingRates', this.#record);
  readonly tax_rates = new Collection<TaxRate>('tax_rates', this.#record, undefined, sparse(PLAIN_TAX_RATE));
  readonly taxRegistrations = new Collection<TaxRegistration>('taxRegistrations', this.#record);
  readonly taxSettings = new Collection<TaxSettings>('taxSettings', this.#record);
  readonly tax_ids = new Collection<TaxId>('tax_ids', this.#record);
  readonly taxCalculations = new Collection<TaxCalculation>('taxCalculations', this.#record);
  readonly taxTransactions = new Collection<TaxTransaction>('taxTransactions', this.#record);
  readonly portalConfigurations = new Collection<PortalConfiguration>('portalConfigurations', this.#record);
  readonly portalSessions = new Collection<PortalSession>('portalSessions', this.#record);
  readonly testClocks = new Collection<TestClock>('testClocks', this.#record);
  readonly accounts = new Collection<ConnectedAccount>('accounts', this.#record);
  readonly accountLinks = new Collection<AccountLink>('accountLinks', this.#record);
  readonly transfers = new Collection<Transfer>('transfers', this.#record);
  readonly transferReversals = new Collection<TransferReversal>('transferReversals', this.#record);
  readonly applicationFees = new Collection<ApplicationFee>('applicationFees', this.#record);
  readonly feeRefunds = new Collection<FeeRefund>('feeRefunds', this.#record);
  readonly bankAccounts = new Collection<BankAccount>('bankAccounts', this.#record);
  readonly files = new Collection<UploadedFile>('files', this.#record);
  readonly fileLinks = new Collection<FileLink>('fileLinks', this.#record);
  readonly bankTokens = new Collection<BankToken>('bankTokens', this.#record);
  readonly cardTokens = new Collection<CardToken>('cardTokens', this.#record);
  readonly persons = new Collection<Person>('persons', this.#record);
  readonly paymentMethodDomains = new Collection<PaymentMethodDomain>('paymentMethodDomains', this.#record);
  readonly applePayDomains = new Collection<ApplePayDomain>('applePayDomains', this.#record);
  readonly webhookEndpoints = new Collection<WebhookEndpoint>('webhookEndpoints', this.#record);
  readonly events = new Collection<StoredEvent>('events', this.#record, heldForm('events'));
  readonly deliveries = new Collection<Delivery>('deliveries', this.#record);
  /** A single entity, `clock`: seconds this account's time is ahead of the machine's. */
  readonly clock = new Collection<{ id: 'clock'; offset: number }>('clock', this.#record);

  readonly #collections: Map<string, AnyCollection> = new Map(
    Object.values(this)
      .filter((part: unknown): part is AnyCollection => part instanceof Collection)
      .map((collection) => [collection.name, collection]),
  );

  constructor(of?: { readonly platform: Store; readonly account: string }) {
    this.platform = of?.platform ?? null;
    this.#account = of?.account;
    this.#transaction = of === undefined ? { changes: [], depth: 0 } : of.platform.#transaction;
  }

  get collections(): readonly AnyCollection[] {
    return [...this.#collections.values()];
  }

  /** Every collection, also those of connected accounts, with the name that a saved state gives it. */
  get places(): readonly (readonly [name: string, collection: AnyCollection])[] {
    const stores: Store[] = [this, ...this.#connected.values()];
    return stores.flatMap((store) =>
      store.collections.map((collection) => {
        const place = { collection: collection.name, ...(store.#account && { account: store.#account }) };
        return [placeName(place), collection] as const;
      }),
    );
  }

  /** The store of one of the platform's connected accounts. */
  connected(account: string): Store {
    const known = this.#connected.get(account);
    if (known !== undefined) return known;
    const added = new Store({ platform: this, account });
    this.#connected.set(account, added);
    return added;
  }

  /** Grows with every change. */
  get revision(): number {
    return this.collections.reduce((sum, { revision }) => sum + revision, 0);
  }

  /** By its name; see `collectionOf` for those of features, which are no fields. */
  collection<T extends { readonly id: string }>(name: string): Collection<T> {
    return this.#collection(name) as Collection<T>;
  }

  /** Runs `work` and commits its changes; if it throws, rolls them back. */
  transact<T>(work: () => T): T {
    const transaction = this.#transaction;
    const mark = transaction.changes.length;
    transaction.depth += 1;
    try {
      const result = work();
      if (transaction.depth === 1) (this.platform ?? this).#commit();
      return result;
    } catch (error) {
      (this.platform ?? this).#undo(mark);
      throw error;
    } finally {
      transaction.depth -= 1;
    }
  }

  /** An entity as it was before the transaction; undefined if it is new. */
  before<T extends { readonly id: string }>({ name }: Collection<T>, id: string): T | undefined {
    const first = this.#transaction.changes.find(
      ({ account, collection, id: changed }) =>
        collection === name && changed === id && account === this.#account,
    );
    return (first === undefined ? this.#collection(name).get(id) : first.previous) as T | undefined;
  }

  /** Tells of this account's changes. */
  onCommit(listener: CommitListener): void {
    this.#listeners.push(listener);
  }

  /** Tells of the changes of connected accounts too. */
  onAnyCommit(listener: CommitListener): void {
    this.#listenersToAll.push(listener);
  }

  /** Applies a recorded change without recording it again. */
  apply({ account, collection, id, value }: Omit<Change, 'previous'>): void {
    const store = account === undefined ? this : this.connected(account);
    store.#collection(collection).restore(id, value as undefined);
  }

  /** Whether an object of any kind has this id. */
  has(id: string): boolean {
    return this.collections.some((collection) => collection.get(id) !== undefined);
  }

  clear(): void {
    for (const collection of this.collections) collection.clear();
    this.#connected.clear();
  }

  /** A journal may contain a collection that no resource has asked for yet. */
  #collection(name: string): AnyCollection {
    const known = this.#collections.get(name);
    if (known) return known;
    const added = new Collection<{ readonly id: string }>(name, this.#record, heldForm(name));
    this.#collections.set(name, added);
    return added;
  }

  #commit(): void {
    const { changes } = this.#transaction;
    if (changes.length === 0) return;
    for (const listener of this.#listenersToAll) listener(changes);
    if (changes.every(({ account }) => account === undefined)) this.#tell(changes);
    else this.#tellEach(changes);
    this.#transaction.changes = [];
  }

  #tell(changes: readonly Change[]): void {
    for (const listener of this.#listeners) listener(changes);
  }

  #tellEach(changes: readonly Change[]): void {
    for (const account of new Set(changes.map((change) => change.account))) {
      const store = account === undefined ? this : this.connected(account);
      store.#tell(changes.filter((change) => change.account === account));
    }
  }

  #undo(mark: number): void {
    for (const change of this.#transaction.changes.splice(mark).reverse()) {
      this.apply({ ...change, value: change.previous });
    }
  }
}

/**
 * A collection that a feature adds: its name in saved state, and the type of what it holds. `links(store)` is the
 * collection, which each store makes when it is first asked for.
 */
export function collectionOf<T extends { readonly id: string }>(
  name: string,
): (store: Store) => Collection<T> {
  return (store) => store.collection<T>(name);
}
