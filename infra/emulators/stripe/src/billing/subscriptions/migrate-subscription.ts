import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { changeSubscription } from '../announce.ts';
import { hasEnded, type Subscription } from '../billing-entities.ts';
import { alreadyCanceled } from '../changes/update-subscription.ts';
import type { FlexibleMode } from './billing-mode.ts';
import { changeSchedule } from './subscription-schedule.ts';

/** Moves a subscription and its schedule to flexible billing mode. What is already billed or pending stays. */
export function migrateSubscription(
  context: Context,
  before: Subscription,
  requested: FlexibleMode['proration_discounts'] | undefined,
): Subscription {
  if (hasEnded(before)) throw alreadyCanceled();
  const current = before.flexible?.proration_discounts;
  if (current === 'itemized' && requested === 'included') {
    throw rejected('You cannot migrate `proration_discounts` from `itemized` to `included`.', {
      param: 'billing_mode[flexible][proration_discounts]',
    });
  }
  const proration_discounts = requested ?? current ?? 'included';
  if (proration_discounts === current) return before;
  const flexible = { proration_discounts, since: context.time.now(before.test_clock) };
  const after = changeSubscription(context, before, { ...before, flexible });
  const schedule = context.store.schedules.get(before.schedule ?? '');
  if (schedule !== undefined) changeSchedule(context, schedule, { ...schedule, flexible });
  return after;
}
