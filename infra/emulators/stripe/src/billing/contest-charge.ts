import type { Context } from '../context.ts';
import type { Charge } from '../state/payment-entities.ts';
import { testCardByName } from '../state/test-cards.ts';
import { disputeCharge } from './dispute-charge.ts';
import { settleCharge } from './settle-charge.ts';
import { warnOfFraud } from './warn-of-fraud.ts';

/** Reports and disputes a charge as its test card says; nobody disputes money that is only held. */
export function contestCharge(context: Context, charge: Charge): void {
  const { disputes, warnsOfFraud } = testCardByName(charge.card.testCard);
  if (warnsOfFraud) warnOfFraud(context, charge);
  for (const dispute of disputes) {
    const current = context.store.charges.get(charge.id) ?? charge;
    disputeCharge(context, settleCharge(context, current), dispute);
  }
}
