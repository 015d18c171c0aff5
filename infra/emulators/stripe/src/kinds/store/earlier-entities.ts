import { NO_INTENT_DATA } from '../../checkout/checkout-entities.ts';
import { PLAIN_OPTIONS } from '../../checkout/session-options.ts';
import { isObject, type JsonObject } from '../../description/json-object.ts';
import { DEFAULT_CONFIGURATION } from '../../portal/portal-entities.ts';
import { inPresentShape } from './former-shapes.ts';

/** Defaults for fields that state saved by earlier versions lacks. */
const ADDED: Readonly<Record<string, object>> = {
  customers: { balance: 0 },
  charges: { disputed: false, pending: false, balanceTransaction: null },
  disputes: { balanceTransactions: [] },
  refunds: { balanceTransaction: null },
  invoices: {
    autoAdvance: true,
    finalizedAt: null,
    startingBalance: 0,
    endingBalance: 0,
    prePaymentCredited: 0,
    postPaymentCredited: 0,
  },
  portalSessions: { configuration: DEFAULT_CONFIGURATION, flow: null, locale: null },
  sessions: {
    options: PLAIN_OPTIONS,
    paymentStatus: 'paid',
    paymentSettlesAt: null,
    mode: 'subscription',
    amountDiscount: 0,
    discount: null,
    intentData: NO_INTENT_DATA,
    setupIntent: null,
  },
  paymentIntents: { receiptEmail: null, setupFutureUsage: 'off_session' },
  subscriptions: {
    discounts: [],
    pauseCollection: null,
    trialStart: null,
    trialEnd: null,
    withoutMethod: 'create_invoice',
    trialEndAnnounced: false,
  },
};

const ADDED_TO_LINES = {
  proration: false,
  creditedItems: null,
  discountable: true,
  discountAmounts: [],
  invoiceItem: null,
  metadata: null,
};

/** Fills in the fields that a stored entity lacks. */
export function completed(collection: string, former: unknown): unknown {
  const value = inPresentShape(collection, former);
  const added = ADDED[collection];
  if (added === undefined || !isObject(value)) return value;
  return collection === 'invoices' ? { ...added, ...completedInvoice(value) } : { ...added, ...value };
}

function completedInvoice(invoice: JsonObject): JsonObject {
  const { total, subscription } = invoice;
  const lines = Array.isArray(invoice.lines) ? invoice.lines : [];
  return {
    amountDue: total,
    ...invoice,
    lines: lines.map((line: object) => ({ ...ADDED_TO_LINES, subscription, ...line })),
  };
}
