import type Stripe from 'stripe';
import { testCardByName } from '../../customers/methods/test-cards.ts';
import type { Context } from '../../kinds/context.ts';
import type { Endpoint } from '../../kinds/endpoint.ts';
import { emit, finder, newId } from '../../kinds/objects.ts';
import { OF_CHARGE, resource } from '../../kinds/resource.ts';
import { shown } from '../../kinds/store/kind-type.ts';
import { enterReinstatement, enterWithdrawal } from '../enter-in-ledger.ts';
import type { Charge } from '../payment-entities.ts';
import { settleCharge } from '../splits/split-charge.ts';
import { type Dispute, disputeWire, type FraudWarning } from './dispute.ts';

/** A warning asks for something until the charge is disputed or fully refunded. */
function isActionable(charge: Charge | undefined): boolean {
  return charge !== undefined && !charge.disputed && charge.amount_refunded < charge.amount;
}

const show = shown<Stripe.Radar.EarlyFraudWarning>('radar.early_fraud_warning', { fraud_type: 'misc' });

function fraudWarningWire({ store }: Context, warning: FraudWarning): Stripe.Radar.EarlyFraudWarning {
  return show(warning, { actionable: isActionable(store.charges.get(warning.charge)) });
}

function warnOfFraud(context: Context, { id: charge, payment_intent }: Charge): void {
  const warning = context.store.fraudWarnings.put({
    id: newId('issfr'),
    created: context.time.now(),
    charge,
    ...(payment_intent !== null && { payment_intent }),
  });
  emit(context, 'radar.early_fraud_warning.created', fraudWarningWire(context, warning));
}

/** Announces that a refund or dispute of a charge leaves nothing to do about its warning. */
export function settleWarning(context: Context, before: Charge, after: Charge): void {
  if (!isActionable(before) || isActionable(after)) return;
  const [warning] = context.store.fraudWarnings.where('charge', after.id);
  if (warning === undefined) return;
  emit(context, 'radar.early_fraud_warning.updated', fraudWarningWire(context, warning), {
    actionable: true,
  });
}

const PATH = '/v1/radar/early_fraud_warnings';

const warnings = resource(PATH, finder('early fraud warning', 'fraudWarnings'), fraudWarningWire);

export const fraudWarningEndpoints: readonly Endpoint[] = [
  warnings.list({ fields: OF_CHARGE }),
  warnings.retrieve,
];

/** Opens a dispute: the cardholder's bank withdraws the money until it is closed. */
export function disputeCharge(
  context: Context,
  charge: Charge,
  { reason = 'fraudulent', inquiry = false }: { readonly reason?: string; readonly inquiry?: boolean } = {},
): Dispute {
  const begun: Dispute = {
    id: newId('du'),
    created: context.time.now(),
    amount: charge.amount - charge.amount_refunded,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
    balance_transactions: [],
    metadata: {},
  };
  const dispute = context.store.disputes.put(inquiry ? begun : withdrawn(context, begun));
  const disputed = context.store.charges.put({ ...charge, disputed: true });
  emit(context, 'charge.dispute.created', disputeWire(context, dispute));
  if (!inquiry) emit(context, 'charge.dispute.funds_withdrawn', disputeWire(context, dispute));
  settleWarning(context, charge, disputed);
  return dispute;
}

function withdrawn(context: Context, dispute: Dispute): Dispute {
  return { ...dispute, balance_transactions: [enterWithdrawal(context, dispute)] };
}

/** Turns an inquiry into a dispute, which withdraws the money. */
export function escalateInquiry(context: Context, inquiry: Dispute): Dispute {
  const { decidesAt: _, ...others } = inquiry;
  const dispute = context.store.disputes.put(withdrawn(context, { ...others, status: 'needs_response' }));
  emit(context, 'charge.dispute.updated', disputeWire(context, dispute), { status: inquiry.status });
  emit(context, 'charge.dispute.funds_withdrawn', disputeWire(context, dispute));
  return dispute;
}

export function closeDispute(
  context: Context,
  dispute: Dispute,
  status: 'lost' | 'warning_closed' | 'won',
): Dispute {
  const balance_transactions =
    status === 'won'
      ? [...dispute.balance_transactions, enterReinstatement(context, dispute)]
      : dispute.balance_transactions;
  const { decidesAt: _, ...others } = dispute;
  const closed = context.store.disputes.put({ ...others, status, balance_transactions });
  if (status === 'won') emit(context, 'charge.dispute.funds_reinstated', disputeWire(context, closed));
  emit(context, 'charge.dispute.closed', disputeWire(context, closed), { status: dispute.status });
  return closed;
}

const BLOCKING: readonly Dispute['status'][] = ['lost', 'needs_response', 'under_review'];

/** The dispute that blocks refunds of a charge, if any. */
export function findDispute({ store }: Context, charge: Charge): Dispute | undefined {
  const [dispute] = store.disputes.where('charge', charge.id, ({ status }) => BLOCKING.includes(status));
  return dispute;
}

export function findInquiry({ store }: Context, charge: Charge): Dispute | undefined {
  const [inquiry] = store.disputes.where(
    'charge',
    charge.id,
    ({ status }) => status === 'warning_needs_response' || status === 'warning_under_review',
  );
  return inquiry;
}

/** Reports and disputes a charge as its test card says; nobody disputes money that is only held. */
export function contestCharge(context: Context, charge: Charge): void {
  const { disputes, warnsOfFraud } = testCardByName(charge.card.testCard);
  if (warnsOfFraud) warnOfFraud(context, charge);
  for (const dispute of disputes) {
    const current = context.store.charges.get(charge.id) ?? charge;
    disputeCharge(context, settleCharge(context, current), dispute);
  }
}

const DECIDED_AFTER_SECONDS = 5;

/** The dispute once its evidence has been sent to the bank, which decides on Stripe's test values a moment later. */
export function underReview({ time }: Context, dispute: Dispute): Dispute {
  const isInquiry = dispute.status.startsWith('warning_');
  const isTest = DECISIONS[dispute.evidence?.uncategorized_text ?? ''] !== undefined;
  return {
    ...dispute,
    status: isInquiry ? 'warning_under_review' : 'under_review',
    submissions: (dispute.submissions ?? 0) + 1,
    ...(isTest && { decidesAt: time.now() + DECIDED_AFTER_SECONDS }),
  };
}

type Decide = (context: Context, dispute: Dispute) => void;

/** What the bank decides on the values of Stripe's documentation (docs.stripe.com/testing#disputes). */
const DECISIONS: Readonly<Record<string, { readonly dispute?: Decide; readonly inquiry?: Decide }>> = {
  winning_evidence: {
    dispute: (context, dispute) => closeDispute(context, dispute, 'won'),
    inquiry: (context, dispute) => closeDispute(context, dispute, 'warning_closed'),
  },
  losing_evidence: {
    dispute: (context, dispute) => closeDispute(context, dispute, 'lost'),
    inquiry: (context, dispute) => closeDispute(context, dispute, 'warning_closed'),
  },
  escalate_inquiry_evidence: { inquiry: escalateInquiry },
};

/** Decides a dispute whose time has come. */
export function decideDispute(context: Context, given: Dispute): void {
  const { decidesAt, ...dispute } = given;
  if (decidesAt === undefined) return;
  const decisions = DECISIONS[dispute.evidence?.uncategorized_text ?? ''];
  const decide = dispute.status === 'warning_under_review' ? decisions?.inquiry : decisions?.dispute;
  if (decide === undefined) context.store.disputes.put(dispute);
  else decide(context, dispute);
}
