import { bookCharge } from '../connect/split-charge.ts';
import type { Context } from '../context.ts';
import { changedAttributes, emit } from '../events.ts';
import type { Charge } from '../state/payment-entities.ts';
import { chargeWire } from '../wire/charge-wire.ts';

export const SETTLES_AFTER_SECONDS = 5;

/** Enters an asynchronously captured charge in the ledger; leaves any other charge unchanged. */
export function settleCharge(context: Context, charge: Charge): Charge {
  if (charge.settlesAt === undefined) return charge;
  const { settlesAt: _, ...waiting } = charge;
  const settled = context.store.charges.put({
    ...waiting,
    ...bookCharge(context, charge),
  });
  const wire = chargeWire(context, settled);
  emit(context, 'charge.updated', wire, changedAttributes(chargeWire(context, charge), wire));
  return settled;
}
