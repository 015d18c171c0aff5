import { written } from '../../description/json.ts';
import { requireCharge } from '../../payments/charge.ts';
import { disputeWire, requireDispute } from '../../payments/disputes/dispute.ts';
import {
  closeDispute,
  disputeCharge,
  escalateInquiry,
  findInquiry,
} from '../../payments/disputes/dispute-charge.ts';
import type { Account } from '../emulated-account.ts';
import type { Control } from './control-types.ts';

const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  needs_response: ['lost', 'won'],
  under_review: ['lost', 'won'],
  warning_needs_response: ['warning_closed'],
  warning_under_review: ['warning_closed'],
};

export function disputeOperations(account: Account): Pick<Control, 'dispute' | 'closeDispute'> {
  return {
    dispute: async (chargeId, options = {}) => {
      const { context } = account.modeWith(({ store }) => store.charges.get(chargeId) !== undefined);
      const charge = requireCharge(context, chargeId);
      const inquiry = findInquiry(context, charge);
      if (
        charge.failure !== null ||
        (charge.disputed && inquiry === undefined) ||
        (inquiry && options.inquiry)
      )
        throw new RangeError('only a paid charge can be disputed, and only once');
      const dispute = context.store.transact(() =>
        inquiry ? escalateInquiry(context, inquiry) : disputeCharge(context, charge, options),
      );
      return written(context, disputeWire(context, dispute));
    },
    closeDispute: async (id, { status }) => {
      const { context } = account.modeWith(({ store }) => store.disputes.get(id) !== undefined);
      const dispute = requireDispute(context, id);
      const outcomes: readonly unknown[] = OUTCOMES[dispute.status] ?? [];
      if (outcomes.length === 0) throw new RangeError('the dispute is already closed');
      if (!outcomes.includes(status)) throw new RangeError(`status must be ${outcomes.join(' or ')}`);
      return written(
        context,
        disputeWire(
          context,
          context.store.transact(() => closeDispute(context, dispute, status)),
        ),
      );
    },
  };
}
