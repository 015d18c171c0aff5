import type { BookingConfirmation, WidgetError } from '../../widget/widget-config.ts';

/** A rejection explained by the server; `code` decides what the page does next. */
export class RejectedRequest extends Error {
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;

  constructor({ error }: WidgetError) {
    super(error.message);
    this.name = 'RejectedRequest';
    this.code = error.code;
    this.fields = error.fields ?? {};
  }
}

const TIMEOUT_MS = 15_000;

async function request<T>(url: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const body: unknown = await response.json();
  if (!response.ok) throw new RejectedRequest(body as WidgetError);
  return body as T;
}

export async function fetchAvailableTimes(url: string, from: Date, to: Date): Promise<string[]> {
  const range = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() });
  const answer = await request<{ times: string[] }>(`${url}?${range}`);
  return answer.times;
}

export function postBooking(url: string, body: object): Promise<BookingConfirmation> {
  return request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
