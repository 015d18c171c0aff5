import { testCardByName } from '../../customers/methods/test-cards.ts';
import type { Context } from '../../kinds/context.ts';
import type { Charge } from '../payment-entities.ts';
import { settleCharge } from '../settle-charge.ts';
import { disputeCharge } from './dispute-charge.ts';
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
