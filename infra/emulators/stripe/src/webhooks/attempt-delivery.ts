import type { DeliveryAttempt, WebhookEndpoint } from '../state/webhook-entities.ts';
import { signature } from './sign.ts';

const KEPT_RESPONSE_CHARACTERS = 2000;

/** Sends `payload` once, freshly signed, and tells what came of it. Redirects are not followed, as at Stripe. */
export async function attemptDelivery(
  endpoint: WebhookEndpoint,
  payload: string,
  { stop, send = fetch }: { stop: AbortSignal; send?: typeof fetch | undefined },
): Promise<DeliveryAttempt> {
  const at = Date.now();
  // The machine's own clock, whatever the account's says: the receiver checks the age of the signature.
  const header = signature(payload, endpoint.secret, Math.floor(at / 1000));
  const outcome = await post(send, endpoint.url, { body: payload, header, signal: stop });
  return { at, durationMs: Date.now() - at, signature: header, ...outcome };
}

async function post(
  send: typeof fetch,
  url: string,
  { body, header, signal }: { body: string; header: string; signal: AbortSignal },
): Promise<Pick<DeliveryAttempt, 'status' | 'responseBody' | 'error'>> {
  try {
    const response = await send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': header,
        'user-agent': 'Stripe/1.0 (emulated)',
      },
      body,
      redirect: 'manual',
      signal,
    });
    const text = await response.text();
    return { status: response.status, responseBody: text.slice(0, KEPT_RESPONSE_CHARACTERS), error: null };
  } catch (error) {
    return { status: null, responseBody: null, error: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
