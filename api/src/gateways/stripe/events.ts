import { isUtf8 } from 'node:buffer';
import Stripe from 'stripe';
import { AppError } from '../../errors/app-error.ts';
import type { DisputeReference, WebhookEvent } from '../payments.ts';
import type { StripeContext } from './client.ts';
import { isPayersToOwn, ownerIn, PAUSED_FOR, toId, toSubscription } from './mapping.ts';
import { toRefundReference } from './refunds.ts';

type Subject = Omit<WebhookEvent, 'id' | 'type' | 'created' | 'livemode'>;

/** Returns events oldest first, also the malformed ones. Stripe lists them newest first and keeps them for 30 days. */
export async function listEvents(
  { stripe, deployment }: StripeContext,
  types: readonly string[],
  since: number,
): Promise<WebhookEvent[]> {
  const found: WebhookEvent[] = [];
  for await (const event of stripe.events.list({ types: [...types], created: { gte: since }, limit: 100 })) {
    found.push(toListedEvent(event, deployment));
  }
  return found.toReversed();
}

function toListedEvent(event: Stripe.Event | null, deployment: string): WebhookEvent {
  try {
    const read = toWebhookEvent(event, deployment);
    if (typeof event?.data.object.object === 'string' && typeof read.created === 'number') return read;
    throw new Error('it lacks its time, or is about nothing');
  } catch (cause) {
    const [id, type, created] = [String(event?.id), String(event?.type), Number(event?.created) || 0];
    const malformed = new Error(`Stripe's event ${id} (${type}) is malformed`, { cause });
    return { id, type, created, livemode: false, malformed };
  }
}

/** Maps an event from a webhook or from the event list. */
function toWebhookEvent(event: Stripe.Event | null, deployment: string): WebhookEvent {
  if (event?.object !== 'event') throw new Error(`the object is ${event?.object}`);
  const { id, type, created, livemode } = event;
  return { id, type, created, livemode, ...findSubject(event, deployment) };
}

function findSubject(event: Stripe.Event, deployment: string): Subject {
  const object = event.data.object;
  switch (object.object) {
    case 'checkout.session':
      return {
        customerId: toId(object.customer),
        uid: ownerIn(object.metadata, deployment),
        subscriptionId: toId(object.subscription),
      };
    case 'subscription': {
      const isPayers = isPayersToOwn(object, deployment);
      return {
        customerId: toId(object.customer),
        uid: ownerIn(object.metadata, deployment),
        formerUid: findFormerOwner(event, object.metadata, deployment),
        subscriptionId: object.id,
        subscription: isPayers ? undefined : toSubscription(object, deployment),
        isPayers,
        stalePauseMark: findStalePause(event, object.metadata),
      };
    }
    case 'invoice': {
      const details = object.parent?.subscription_details;
      return {
        customerId: toId(object.customer),
        uid: ownerIn(details?.metadata, deployment),
        subscriptionId: toId(details?.subscription),
      };
    }
    case 'refund':
      return { refund: toRefundReference(object, deployment) };
    case 'dispute':
      return { dispute: referenceTo(object, false) };
    case 'radar.early_fraud_warning':
      // Once the payment is disputed or refunded, there is nothing to decide.
      return object.actionable ? { dispute: referenceTo(object, true) } : {};
    default:
      return {};
  }
}

/** An event has only the former values of what has changed. */
function findFormerOwner(
  { data: { previous_attributes } }: Stripe.Event,
  metadata: Stripe.Metadata,
  deployment: string,
): string | undefined {
  const uid = ownerIn({ ...metadata, ...formerMetadata(previous_attributes) }, deployment);
  return uid === ownerIn(metadata, deployment) ? undefined : uid;
}

const formerMetadata = (former: Stripe.Event.Data['previous_attributes']): Stripe.Metadata =>
  (former as { readonly metadata?: Stripe.Metadata } | undefined)?.metadata ?? {};

/** Each of our pauses has a mark of its own, so a pause that changes without it was changed by the operator. */
function findStalePause(
  { data: { previous_attributes: former } }: Stripe.Event,
  metadata: Stripe.Metadata,
): string | undefined {
  const isOthers =
    former !== undefined && 'pause_collection' in former && !(PAUSED_FOR in formerMetadata(former));
  return isOthers ? metadata[PAUSED_FOR] : undefined;
}

/** Neither object identifies the owner of the payment. */
function referenceTo(
  { id, payment_intent }: Stripe.Dispute | Stripe.Radar.EarlyFraudWarning,
  isWarning: boolean,
): DisputeReference {
  return { id, isWarning, payment: toId(payment_intent) };
}

const TOLERANCE_SECONDS = 300;

/** Any of the secrets may match, so that they can be rotated without downtime. */
export function readWebhook(
  {
    stripe,
    webhookSecrets,
    deployment,
    now,
  }: Pick<StripeContext, 'stripe' | 'webhookSecrets' | 'deployment' | 'now'>,
  body: Buffer,
  signature: string,
): WebhookEvent {
  const receivedAt = now();
  requireStrict(body, signature, receivedAt);
  let failure: unknown;
  for (const secret of webhookSecrets) {
    try {
      return toWebhookEvent(
        stripe.webhooks.constructEvent(
          ...([body, signature, secret, TOLERANCE_SECONDS, undefined, receivedAt * 1000] as const),
        ),
        deployment,
      );
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw noEvent(error);
      failure = error;
    }
  }
  throw invalid(`STRIPE_WEBHOOK_SECRET does not match, or this machine's clock is off: ${String(failure)}`);
}

const SIGNATURE = /^t=(\d{1,12})(?:,v\d+=[0-9a-f]+)+$/;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

// The SDK uses the last of several timestamps, accepts future ones, and verifies the decoded text, without a
// byte order mark and with replacement characters. Only exactly the signed bytes are accepted here.
function requireStrict(body: Buffer, signature: string, receivedAt: number): void {
  const timestamp = Number(SIGNATURE.exec(signature)?.[1]);
  const inTime = timestamp <= receivedAt + TOLERANCE_SECONDS;
  const altered = !isUtf8(body) || body.subarray(0, 3).equals(BYTE_ORDER_MARK);
  if (!inTime) throw invalid("The timestamp is missing, or too far ahead of this machine's clock.");
  if (altered) throw invalid('The body is not UTF-8 or begins with a byte order mark.');
}

const invalid = (reason: string) => new AppError('webhook_signature_invalid', { cause: new Error(reason) });

const noEvent = (cause: unknown) =>
  new AppError('validation_failed', { cause, message: 'The body is signed but is not an event.' });
