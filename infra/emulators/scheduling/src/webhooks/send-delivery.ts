import type { Delivery, DeliveryAttempt } from './delivery.ts';
import { SIGNATURE_HEADER, signWebhook } from './webhook-signature.ts';

const ANSWER_LIMIT = 2_000;

/** One signed POST; never rejects, what went wrong is in the attempt. */
export async function sendDelivery(
  delivery: Delivery,
  signingKey: string,
  timeoutMs: number,
): Promise<DeliveryAttempt> {
  const at = new Date();
  const signature = signWebhook(delivery.body, signingKey, at);
  const started = performance.now();
  const attempt = (status: number | null, answer: string): DeliveryAttempt => ({
    at: at.toISOString(),
    signature,
    status,
    answer: answer.slice(0, ANSWER_LIMIT),
    durationMs: Math.round(performance.now() - started),
  });
  try {
    const response = await fetch(delivery.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature },
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return attempt(response.status, await response.text());
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return attempt(null, cause instanceof Error ? cause.message : String(cause));
  }
}

export function wasAccepted(attempt: DeliveryAttempt): boolean {
  return attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
}
