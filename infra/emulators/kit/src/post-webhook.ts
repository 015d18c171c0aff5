import { createHmac } from 'node:crypto';

const KEPT_CHARACTERS = 2000;

/** What came of one attempt to deliver a webhook. */
export interface WebhookAttempt {
  /** Milliseconds of the machine's own clock. */
  readonly at: number;
  readonly durationMs: number;
  readonly signature: string;
  /** Null when no answer came. */
  readonly status: number | null;
  /** The beginning of the answer; null when none came. */
  readonly answer: string | null;
  /** Why no answer came. */
  readonly error: string | null;
}

export interface Webhook {
  readonly url: string;
  /** The exact bytes that are signed and sent. */
  readonly body: string;
  readonly secret: string;
  readonly signatureHeader: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The signature over exactly these bytes: an HMAC of the time in Unix seconds and the body. */
export function webhookSignature(body: string, secret: string, timestamp: number): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${digest}`;
}

/** Sends a webhook once, freshly signed. Never rejects: what went wrong is in the attempt. */
export async function postWebhook(
  { url, body, secret, signatureHeader, headers }: Webhook,
  signal: AbortSignal,
  send: typeof fetch = fetch,
): Promise<WebhookAttempt> {
  const at = Date.now();
  // The machine's own clock, whatever the emulator's says: the receiver checks the age of the signature.
  const signature = webhookSignature(body, secret, Math.floor(at / 1000));
  const attempt = (status: number | null, answer: string | null, error: string | null): WebhookAttempt => ({
    at,
    durationMs: Date.now() - at,
    signature,
    status,
    answer: answer?.slice(0, KEPT_CHARACTERS) ?? null,
    error,
  });
  try {
    const response = await send(url, {
      method: 'POST',
      headers: { ...headers, [signatureHeader]: signature },
      body,
      redirect: 'manual',
      signal,
    });
    return attempt(response.status, await response.text(), null);
  } catch (error) {
    return attempt(null, null, reasonOf(error));
  }
}

export function wasAccepted({ status }: Pick<WebhookAttempt, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** What `fetch` throws says only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
