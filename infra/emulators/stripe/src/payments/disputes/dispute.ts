import type Stripe from 'stripe';
import { debitType } from '../../customers/methods/debit-type.ts';
import { testCardByName } from '../../customers/methods/test-cards.ts';
import { unset } from '../../description/unset.ts';
import type { Context } from '../../kinds/context.ts';
import { requireFound } from '../../kinds/require.ts';
import { balanceTransactionWire } from '../balance-transaction.ts';
import type { Dispute } from '../payment-entities.ts';

const ANSWER_WITHIN_SECONDS = 9 * 86_400;

/** Visa's codes, as in test mode. */
const VISA_REASONS: Readonly<Record<string, string>> = { fraudulent: '10.4', product_not_received: '13.1' };
const VISA_INQUIRY = '10';

/** `balance_transaction`, the withdrawal, is in answers although no description has it. */
type DisputeWire = Stripe.Dispute & { readonly balance_transaction: string | null };

export function disputeWire(context: Context, dispute: Dispute): DisputeWire {
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transaction: dispute.balance_transactions[0] ?? null,
    balance_transactions: dispute.balance_transactions.map((id) =>
      balanceTransactionWire(
        context,
        requireFound(context.store.ledger.get(id), `balance transaction ${id}`),
      ),
    ),
    charge: dispute.charge,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...unset<Stripe.Dispute.Evidence>('dispute_evidence'),
      enhanced_evidence: {},
      ...dispute.evidence,
    },
    evidence_details: {
      due_by: dispute.created + ANSWER_WITHIN_SECONDS,
      enhanced_eligibility: {},
      has_evidence: Object.keys(dispute.evidence ?? {}).length > 0,
      past_due: false,
      submission_count: dispute.submissions ?? 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: dispute.status === 'won' || dispute.status.startsWith('warning_'),
    livemode: false,
    metadata: dispute.metadata,
    payment_intent: dispute.payment_intent,
    ...methodDetails(context, dispute),
    reason: dispute.reason,
    status: dispute.status,
  };
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
