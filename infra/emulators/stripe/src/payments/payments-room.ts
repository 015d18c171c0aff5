import { inPlatform } from '../kinds/account-contexts.ts';
import type { Context, Due, FindShown, Reference } from '../kinds/context.ts';
import { alone, keptWhole, type Part, reference, SETTLEMENTS } from '../kinds/part.ts';
import { embeddedList } from '../kinds/read-page.ts';
import type { Collection } from '../kinds/store/collection.ts';
import { balanceTransactionWire, type LedgerEntry } from './balance-transaction.ts';
import { balanceEndpoints } from './balance-transactions.ts';
import { expireAuthorization } from './capture-payment.ts';
import { chargeWire } from './charge.ts';
import { chargeEndpoints } from './charges.ts';
import { settleBankPayment } from './confirm-payment.ts';
import { type ConfirmationToken, confirmationTokenEndpoints } from './confirmation-tokens.ts';
import { endMandate } from './debits/make-mandate.ts';
import { type Mandate, mandateEndpoints, mandateWire } from './debits/mandate.ts';
import { type Dispute, disputeWire, type FraudWarning } from './disputes/dispute.ts';
import { decideDispute, fraudWarningEndpoints } from './disputes/dispute-charge.ts';
import { disputeEndpoints } from './disputes/disputes.ts';
import { paymentRoutes } from './pages/bank-step.ts';
import type { Charge, PaymentIntent, SetupIntent } from './payment-entities.ts';
import { paymentIntentWire } from './payment-intent.ts';
import { paymentIntentTransitionEndpoints } from './payment-intent-transitions.ts';
import { paymentIntentEndpoints } from './payment-intents.ts';
import { type Refund, refundWire } from './refund.ts';
import { settleRefund } from './refund-charge.ts';
import { refundEndpoints } from './refunds.ts';
import { setupAttemptEndpoints, setupAttemptWire } from './setup-attempts.ts';
import { setupIntentWire } from './setup-intent.ts';
import { setupIntentEndpoints } from './setup-intents.ts';
import {
  type ApplicationFee,
  applicationFeeWire,
  type FeeRefund,
  feeRefundWire,
} from './splits/application-fee.ts';
import { settleCharge } from './splits/split-charge.ts';
import {
  type Transfer,
  type TransferReversal,
  transferReversalWire,
  transferWire,
} from './splits/transfer.ts';

declare module '../kinds/store/store.ts' {
  interface Store {
    readonly paymentIntents: Collection<PaymentIntent>;
    readonly setupIntents: Collection<SetupIntent>;
    readonly confirmationTokens: Collection<ConfirmationToken>;
    readonly mandates: Collection<Mandate>;
    readonly charges: Collection<Charge>;
    readonly refunds: Collection<Refund>;
    readonly disputes: Collection<Dispute>;
    readonly fraudWarnings: Collection<FraudWarning>;
    readonly ledger: Collection<LedgerEntry>;
    readonly transfers: Collection<Transfer>;
    readonly transferReversals: Collection<TransferReversal>;
    readonly applicationFees: Collection<ApplicationFee>;
    readonly feeRefunds: Collection<FeeRefund>;
  }
}

/** The same also among the objects of connected accounts, as a transfer's payment is one. */
function received(own: Reference): Reference {
  const show: FindShown = (context, id) => {
    for (const each of [context, ...context.store.accountIds.map(context.connected)]) {
      const found = own.show(each, id);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return { ...own, show };
}

const charge = reference('charge', ({ charges }) => charges, chargeWire);
const refund = reference('refund', ({ refunds }) => refunds, alone(refundWire));
const dispute = reference('dispute', ({ disputes }) => disputes, disputeWire);
const setupIntent = reference('setupintent', ({ setupIntents }) => setupIntents, setupIntentWire);
const ledgerEntry = reference('balance transaction', ({ ledger }) => ledger, balanceTransactionWire);
const mandate = reference('mandate', ({ mandates }) => mandates, mandateWire);
const transfer = reference('transfer', ({ transfers }) => transfers, transferWire);
const reversal = reference(
  'transfer reversal',
  ({ transferReversals }) => transferReversals,
  alone(transferReversalWire),
);
const fee = reference('application fee', ({ applicationFees }) => applicationFees, applicationFeeWire);
const feeRefund = reference('fee refund', ({ feeRefunds }) => feeRefunds, alone(feeRefundWire));

function dueOfCharge({ amount_captured, amount_refunded, capture_before, settlesAt }: Charge): Due {
  if (settlesAt !== undefined) return [settlesAt, SETTLEMENTS];
  const isHeld = amount_captured === null && amount_refunded === 0;
  return [isHeld ? capture_before : null, null];
}

function runCharge(context: Context, charge: Charge, at: number): void {
  if (charge.pending === true) settleBankPayment(context, charge.payment_intent);
  else if (charge.amount_captured === null) expireAuthorization(context, charge, at);
  else settleCharge(context, charge);
}

/** The objects that move money. */
const SOURCES = [charge, refund, dispute, transfer, reversal, fee, feeRefund];

export const payments: Part = {
  collections: keptWhole(
    'paymentIntents',
    'setupIntents',
    'confirmationTokens',
    'mandates',
    'charges',
    'refunds',
    'disputes',
    'fraudWarnings',
    'ledger',
    'transfers',
    'transferReversals',
    'applicationFees',
    'feeRefunds',
  ),
  endpoints: [
    ...balanceEndpoints,
    ...confirmationTokenEndpoints,
    ...disputeEndpoints,
    ...mandateEndpoints,
    ...fraudWarningEndpoints,
    ...paymentIntentEndpoints,
    ...paymentIntentTransitionEndpoints,
    ...chargeEndpoints,
    ...refundEndpoints,
    ...setupAttemptEndpoints,
    ...setupIntentEndpoints,
  ],
  pages: (server, { holding }) =>
    paymentRoutes(
      server,
      holding((store, id) => store.paymentIntents.get(id) ?? store.setupIntents.get(id)),
    ),
  references: {
    application_fee: { ...fee, show: (context, id) => fee.show(inPlatform(context), id) },
    balance_transaction: received(ledgerEntry),
    charge: received(charge),
    destination_payment: received(charge),
    dispute,
    failure_balance_transaction: ledgerEntry,
    fee,
    latest_charge: charge,
    generated_sepa_debit_mandate: mandate,
    mandate,
    originating_transaction: charge,
    payment_intent: reference('payment_intent', ({ paymentIntents }) => paymentIntents, paymentIntentWire),
    pending_setup_intent: setupIntent,
    refund,
    setup_intent: setupIntent,
    source: {
      kind: 'source',
      among: ({ charges, ledger }) => ({
        get: (id) => charges.get(id) ?? [...ledger.where('source', id)][0],
      }),
      show: () => undefined,
    },
    source_refund: refund,
    source_transaction: charge,
    source_transfer: { ...transfer, show: (context, id) => transfer.show(inPlatform(context), id) },
    transfer,
    transfer_reversal: reversal,
  },
  fields: {
    'balance_transaction.source': (context, { source }) => {
      for (const { show } of SOURCES) {
        const found = show(context, String(source));
        if (found !== undefined) return found;
      }
      return undefined;
    },
    'charge.refunds': ({ store }, { id }) => {
      const refunds = store.refunds.where('charge', String(id));
      return embeddedList(Array.from(refunds, refundWire), `/v1/charges/${id}/refunds`);
    },
    'setup_intent.latest_attempt': (context, { id }) => {
      const intent = context.store.setupIntents.get(String(id));
      const attempt = intent?.attempts?.at(-1);
      return intent && attempt && setupAttemptWire(context, intent, attempt);
    },
  },
  hooks: {
    methodReleased: (context, { id: method }) => {
      for (const { id } of context.store.mandates.where('payment_method', method)) endMandate(context, id);
    },
  },
  timed: {
    charges: { due: dueOfCharge, run: runCharge },
    disputes: { due: ({ decidesAt }) => [decidesAt, SETTLEMENTS], run: decideDispute },
    refunds: { due: ({ settlesAt }) => [settlesAt, SETTLEMENTS], run: settleRefund },
  },
};
