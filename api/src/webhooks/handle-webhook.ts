import { isUid } from '@outharbor/contract/schemas';
import type { Context } from '../context.ts';
import type { WebhookEvent } from '../gateways/payment-gateway.ts';
import { adoptCustomer } from '../subscriptions/ensure-customer.ts';

type Deps = Pick<Context, 'config' | 'payments' | 'ledger' | 'logger' | 'synchronisePlan'>;

/** Events after which a plan may have changed. What they say is not believed: Stripe is asked. */
const PLAN_EVENTS: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
]);

/** Throws when the plan could not be written, so that the delivery is repeated. */
export async function handleWebhook(deps: Deps, event: WebhookEvent): Promise<'handled' | 'ignored'> {
  if (!PLAN_EVENTS.has(event.type)) return 'ignored';
  if (event.livemode !== deps.config.stripe.livemode) return 'ignored';
  if (event.customerId === undefined) return 'ignored';
  // An invoice need not carry the metadata of the subscription that it is for.
  const uid = event.uid ?? (await deps.payments.customerUid(event.customerId));
  // Metadata can be edited by hand at Stripe, and a uid becomes part of a database path.
  if (uid === undefined || !isUid(uid)) {
    deps.logger.warn({ event: event.id, type: event.type }, 'event of a customer that is not ours');
    return 'ignored';
  }
  await adoptCustomer(deps, uid, event.customerId);
  await deps.synchronisePlan(uid);
  return 'handled';
}
