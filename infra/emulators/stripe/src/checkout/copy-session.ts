import { SECONDS_A_DAY } from '../kinds/clock/calendar.ts';
import type { Context } from '../kinds/context.ts';
import { newId } from '../kinds/lookup.ts';
import type { CheckoutSession } from './checkout-entities.ts';
import { repriced } from './price-lines.ts';

/** A new session that sells the same, for a day. */
export function copySession(
  context: Context,
  template: CheckoutSession,
  changes: Partial<CheckoutSession>,
): CheckoutSession {
  const now = context.time.now(template.test_clock);
  return repriced(context, {
    ...template,
    id: newId(context.livemode ? 'cs_live' : 'cs_test', 58),
    created: now,
    expires_at: now + SECONDS_A_DAY,
    line_items: template.line_items.map((item) => ({ ...item, id: newId('li') })),
    ...changes,
  });
}
