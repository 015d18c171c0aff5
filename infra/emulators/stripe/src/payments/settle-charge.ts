import type { Context } from '../kinds/context.ts';
import { changeCharge } from './charge.ts';
import type { Charge } from './payment-entities.ts';
import { bookCharge } from './splits/split-charge.ts';

export const SETTLES_AFTER_SECONDS = 5;

/** Enters an asynchronously captured charge in the ledger; leaves any other charge unchanged. */
export function settleCharge(context: Context, charge: Charge): Charge {
  if (charge.settlesAt === undefined) return charge;
  const { settlesAt: _, ...waiting } = charge;
  return changeCharge(context, charge, { ...waiting, ...bookCharge(context, charge) });
}
