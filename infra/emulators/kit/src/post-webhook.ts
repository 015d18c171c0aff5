import { createHmac } from 'node:crypto';

const MAX_ANSWER_LENGTH = 2000;
const MAX_HEADER_LENGTH = 2000;

export interface WebhookAttempt {
  /** Milliseconds since the epoch, by the system clock. */
  readonly at: number;
  readonly durationMs: number;
  /** Empty without a secret. */
  readonly signature: string;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly answer: string | null;
  /** The first headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly error: string | null;
}

export interface Webhook {
  readonly url: string;
  readonly body: string;
  /** Without one, there is no signature. */
  readonly secret: string | undefined;
  readonly signatureHeader: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Used instead of `fetch`. */
  readonly send?: typeof fetch | undefined;
}

/** Signs exactly these bytes: an HMAC of the time in Unix seconds and the body. */
export function webhookSignature(body: string, secret: string, timestamp: number): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${digest}`;
}

export async function postWebhook(
  { url, body, secret, signatureHeader, headers }: Webhook,
  signal: AbortSignal,
  send: typeof fetch = fetch,
): Promise<WebhookAttempt> {
  const at = Date.now();
  // This is not the emulated clock, because the receiver checks the age of the signature.
  const signature = secret === undefined ? '' : webhookSignature(body, secret, Math.floor(at / 1000));
  const attempt = (
    status: number | null,
    answer: string | null,
    error: string | null,
    headers: Iterable<[string, string]> = [],
  ): WebhookAttempt => ({
    at,
    durationMs: Date.now() - at,
    signature,
    status,
    answer: answer?.slice(0, MAX_ANSWER_LENGTH) ?? null,
    headers: truncateHeaders(headers),
    error,
  });
  try {
    const response = await send(url, {
      method: 'POST',
      headers: { ...headers, ...(signature && { [signatureHeader]: signature }) },
      body,
      redirect: 'manual',
      signal,
    });
    return attempt(response.status, await response.text(), null, response.headers);
  } catch (error) {
    return attempt(null, null, describeFailure(error));
  }
}

export function wasAccepted({ status }: Pick<WebhookAttempt, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

function truncateHeaders(headers: Iterable<[string, string]>): Record<string, string> {
  let left = MAX_HEADER_LENGTH;
  const kept = [...headers].filter(([name, value]) => {
    left -= name.length + value.length;
    return left >= 0;
  });
  return Object.fromEntries(kept);
}

/** An error from `fetch` only says that it failed; its cause says why. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
