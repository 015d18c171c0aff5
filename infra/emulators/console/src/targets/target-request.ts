const TIMEOUT_MS = 5_000;

export interface TargetRequest {
  readonly method?: string;
  readonly bearer?: string;
  readonly body?: unknown;
}

/** Sends a JSON request. Rejects with an error that quotes the answer unless the status is 2xx. */
export async function requestJson<T>(url: string | URL, request: TargetRequest = {}): Promise<T> {
  const { method = 'GET', bearer, body } = request;
  const response = await fetch(url, {
    method,
    headers: {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${method} ${new URL(url).pathname} answered ${response.status}: ${text.slice(0, 300)}`);
  }
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
