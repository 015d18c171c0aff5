import type { Context } from '../../kinds/context.ts';
import type { Dispute } from './dispute.ts';
import { closeDispute, escalateInquiry } from './dispute-charge.ts';

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
