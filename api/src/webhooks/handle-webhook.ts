import { isUid } from '@outharbor/contract/schemas';
import type { Context } from '../context.ts';
import type { WebhookEvent } from '../gateways/payment-gateway.ts';
import { agreesWithEvent } from '../subscriptions/agrees-with-event.ts';
import { handleDispute } from '../subscriptions/handle-dispute.ts';
import { HANDLED_EVENTS } from './plan-events.ts';

type Deps = Pick<Context, 'config' | 'payments' | 'logger' | 'metrics' | 'synchronisePlan'>;

/** `handled` where all was as it should be already. `foreign`: another deployment or product on the same account; `other_mode`: of test mode where the key is live. */
export type Handled = 'handled' | 'changed' | 'ignored' | 'foreign' | 'other_mode' | 'no_account';

/** Throws when the plan could not be written, so that the delivery is repeated. */
export async function handleWebhook(deps: Deps, event: WebhookEvent): Promise<Handled> {
  const { id, type, uid, customerId, livemode } = event;
  if (livemode !== deps.config.stripe.livemode) {
    deps.logger.warn({ event: id, type, livemode }, 'event of the other mode: is its endpoint meant for us?');
    return 'other_mode';
  }
  if (!HANDLED_EVENTS.includes(type)) return 'ignored';
  if (event.dispute !== undefined) return handleDispute(deps, event.dispute);
  if (uid === undefined) return 'foreign';
  // Metadata can be edited by hand at Stripe, and a uid becomes part of a database path.
  if (!isUid(uid)) {
    deps.logger.warn({ event: id, type }, 'event with an invalid uid');
    return 'ignored';
  }
  const { did } = await deps.synchronisePlan(uid, {
    customers: [customerId],
    unless: (state) => agreesWithEvent(state, event),
  });
  if (did !== 'no_account') return did === 'changed' ? did : 'handled';
  deps.logger.error(
    { alert: 'event_without_account', event: id, type, uid },
    'event of an account that does not exist: nothing was written',
  );
  return 'no_account';
}
