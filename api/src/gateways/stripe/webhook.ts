import { isUtf8 } from 'node:buffer';
import Stripe from 'stripe';
import { AppError } from '../../errors/app-error.ts';
import type { WebhookEvent } from '../payments.ts';
import type { StripeContext } from './client.ts';
import { toWebhookEvent } from './events.ts';

const TOLERANCE_SECONDS = 300;

/** Any of the secrets may match, so that they can be rotated without downtime. */
export function readWebhook(
  { stripe, webhookSecrets, deployment }: Pick<StripeContext, 'stripe' | 'webhookSecrets' | 'deployment'>,
  body: Buffer,
  signature: string,
): WebhookEvent {
  requireStrict(body, signature);
  let failure: unknown;
  for (const secret of webhookSecrets) {
    try {
      return toWebhookEvent(
        stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS),
        deployment,
      );
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw noEvent(error);
      failure = error;
    }
  }
  throw new AppError('webhook_signature_invalid', { cause: failure });
}

const SIGNATURE = /^t=(\d{1,12})(?:,v\d+=[0-9a-f]+)+$/;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

// The SDK uses the last of several timestamps, accepts future ones, and verifies the decoded text, without a
// byte order mark and with replacement characters. Only exactly the signed bytes are accepted here.
function requireStrict(body: Buffer, signature: string): void {
  const timestamp = Number(SIGNATURE.exec(signature)?.[1]);
  const inTime = timestamp <= Date.now() / 1000 + TOLERANCE_SECONDS;
  const altered = !isUtf8(body) || body.subarray(0, 3).equals(BYTE_ORDER_MARK);
  if (!inTime) throw invalid("The timestamp is missing, or too far ahead of this machine's clock.");
  if (altered) throw invalid('The body is not UTF-8 or begins with a byte order mark.');
}

const invalid = (reason: string) => new AppError('webhook_signature_invalid', { cause: new Error(reason) });

const noEvent = (cause: unknown) =>
  new AppError('validation_failed', { cause, message: 'The body is signed but is not an event.' });
