import { changeCharge } from '../announced.ts';
import { bookCharge } from '../connect/split-charge.ts';
import type { Context } from '../context.ts';
import type { Charge } from '../state/payment-entities.ts';

export const SETTLES_AFTER_SECONDS = 5;

/** Enters an asynchronously captured charge in the ledger; leaves any other charge unchanged. */
export function settleCharge(context: Context, charge: Charge): Charge {
  if (charge.settlesAt === undefined) return charge;
  const { settlesAt: _, ...waiting } = charge;
  return changeCharge(context, charge, { ...waiting, ...bookCharge(context, charge) });
}
