import { messageIn, UNLOGGED_HEADER } from '@outharbor/emulator-kit/request-log';

const TIMEOUT_MS = 15_000;

export interface TargetRequest {
  readonly method?: string;
  readonly bearer?: string;
  readonly body?: unknown;
  /** Form parameters instead of a JSON body. */
  readonly form?: Readonly<Record<string, string>>;
}

/** Keeps the console's own reads out of the request log, where they would hide the product's requests. */
export const UNLOGGED = { [UNLOGGED_HEADER]: 'console' };

/** Sends a request. Rejects with an error that quotes the answer unless the status is 2xx. */
export async function requestJson<T>(url: string | URL, request: TargetRequest = {}): Promise<T> {
  const { method = 'GET', bearer, body, form } = request;
  const response = await fetch(url, {
    method,
    headers: {
      ...UNLOGGED,
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: new URLSearchParams(form) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(
      `${method} ${new URL(url).pathname} answered ${response.status}: ${messageIn(text) ?? text.slice(0, 300)}`,
    );
  }
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
