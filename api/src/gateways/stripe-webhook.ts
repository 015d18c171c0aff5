import type Stripe from 'stripe';
import { AppError } from '../errors/app-error.ts';
import type { WebhookEvent } from './payment-gateway.ts';
import { idOf } from './stripe-mapping.ts';

const TOLERANCE_SECONDS = 300;

/** Accepts a delivery signed with any of the secrets, so that they can be rotated without a gap. */
export function readStripeWebhook(
  webhooks: Stripe['webhooks'],
  secrets: readonly string[],
  body: Buffer,
  signature: string,
): WebhookEvent {
  refuseFuture(signature);
  let failure: unknown;
  for (const secret of secrets) {
    try {
      return toWebhookEvent(webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS));
    } catch (error) {
      failure = error;
    }
  }
  throw new AppError('webhook_signature_invalid', { cause: failure });
}

// The SDK bounds the age of a signature but lets one from the future pass.
function refuseFuture(signature: string): void {
  const timestamp = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]);
  if (!(timestamp <= Date.now() / 1000 + TOLERANCE_SECONDS)) {
    throw new AppError('webhook_signature_invalid');
  }
}

function toWebhookEvent(event: Stripe.Event): WebhookEvent {
  return { id: event.id, type: event.type, livemode: event.livemode, ...subjectOf(event) };
}

function subjectOf(event: Stripe.Event): Pick<WebhookEvent, 'customerId' | 'uid'> {
  const object = event.data.object;
  if (object.object === 'checkout.session' || object.object === 'subscription') {
    return { customerId: idOf(object.customer), uid: object.metadata?.uid };
  }
  if (object.object === 'invoice') {
    return {
      customerId: idOf(object.customer),
      uid: object.parent?.subscription_details?.metadata?.uid,
    };
  }
  return { customerId: undefined, uid: undefined };
}
