import type { Context } from '../context.ts';
import { repriced } from '../pricing/price-lines.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import { newId } from '../state/identifiers.ts';
import { SECONDS_A_DAY } from '../time/calendar.ts';

/** A new session that sells the same, for a day. */
export function copySession(
  context: Context,
  template: CheckoutSession,
  changes: Partial<CheckoutSession>,
): CheckoutSession {
  const now = context.time.now(template.testClock);
  return repriced(context, {
    ...template,
    id: newId(context.livemode ? 'cs_live' : 'cs_test', 58),
    created: now,
    expiresAt: now + SECONDS_A_DAY,
    lineItems: template.lineItems.map((item) => ({ ...item, id: newId('li') })),
    ...changes,
  });
}
