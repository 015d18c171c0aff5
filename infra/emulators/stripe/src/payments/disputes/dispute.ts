import type Stripe from 'stripe';
import { debitType } from '../../customers/methods/card.ts';
import { testCardByName } from '../../customers/methods/test-cards.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { changing, finder } from '../../kinds/objects.ts';
import type { Kept } from '../../kinds/store/kind-type.ts';
import { type Entity, type Labelled, shown, unset } from '../../kinds/store/kind-type.ts';
import { balanceTransactionWire } from '../balance-transaction.ts';

/** The pieces of evidence that are files. */
export const EVIDENCE_FILES = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const;

export interface Dispute
  extends Labelled,
    Pick<Kept<Stripe.Dispute>, 'amount' | 'currency' | 'charge' | 'payment_intent' | 'reason'> {
  /** The `warning_…` statuses are inquiries, which move no money. */
  readonly status: Kept<Stripe.Dispute>['status'];
  /** As the API names it; absent until some is given. */
  readonly evidence?: Readonly<Record<string, string>>;
  /** How often evidence was sent to the bank; absent for never. */
  readonly submissions?: number;
  /** When the bank decides; absent unless the evidence decides it. */
  readonly decidesAt?: number;
  /** Ids of the withdrawal and, if the dispute is won, the reinstatement. */
  readonly balance_transactions: readonly string[];
}

/** A report by the bank that a payment may be fraudulent. */
export interface FraudWarning extends Entity {
  readonly charge: string;
  /** Absent for a charge without one. */
  readonly payment_intent?: string;
}

const ANSWER_WITHIN_SECONDS = 9 * 86_400;

/** Visa's codes, as in test mode. */
const VISA_REASONS: Readonly<Record<string, string>> = { fraudulent: '10.4', product_not_received: '13.1' };

const VISA_INQUIRY = '10';

/** `balance_transaction`, the withdrawal, is in answers although no description has it. */
type DisputeWire = Stripe.Dispute & { readonly balance_transaction: string | null };

const show = shown<DisputeWire>(
  'dispute',
  { enhanced_eligibility_types: [], intended_submission_method: null },
  ['decidesAt', 'submissions'],
);

export function disputeWire(context: Context, dispute: Dispute): DisputeWire {
  const { balance_transactions: ids, created, evidence, status, submissions = 0 } = dispute;
  return show(dispute, {
    balance_transaction: ids[0] ?? null,
    balance_transactions: ids.map((id) =>
      balanceTransactionWire(
        context,
        requireFound(context.store.ledger.get(id), `balance transaction ${id}`),
      ),
    ),
    evidence: {
      ...unset<Stripe.Dispute.Evidence>('dispute_evidence'),
      enhanced_evidence: {},
      ...evidence,
    },
    evidence_details: {
      due_by: created + ANSWER_WITHIN_SECONDS,
      enhanced_eligibility: {},
      has_evidence: Object.keys(evidence ?? {}).length > 0,
      past_due: false,
      submission_count: submissions,
      submission_method: 'manual',
    },
    is_charge_refundable: status === 'won' || status.startsWith('warning_'),
    ...methodDetails(context, dispute),
  });
}

/** Disputes of bank debits have no details. */
function methodDetails(
  { store }: Context,
  { charge, reason, status }: Dispute,
): Pick<Stripe.Dispute, 'payment_method_details'> {
  const { card } = requireFound(store.charges.get(charge), `charge ${charge}`);
  if (debitType(card) !== undefined) return {};
  const { brand } = testCardByName(card.testCard);
  const isInquiry = status.startsWith('warning_');
  const code = isInquiry ? VISA_INQUIRY : VISA_REASONS[reason];
  return {
    payment_method_details: {
      card: {
        brand,
        network: brand,
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network_reason_code: brand === 'visa' ? (code ?? null) : null,
      },
      type: 'card',
    },
  };
}

export const requireDispute = finder('dispute', 'disputes');

export const changeDispute = changing('charge.dispute.updated', 'disputes', disputeWire);
