import type { IncomingHttpHeaders } from 'node:http';

interface AnsweredRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface StripeMock {
  /**
   * Asks stripe-mock what it makes of a request that the emulator has accepted, and reports a rejection. Never rejects,
   * and nobody waits for it: an answer does not depend on stripe-mock.
   */
  compare(request: AnsweredRequest): Promise<void>;
  /** Gives up comparisons that are under way. */
  close(): void;
}

const FORWARDED = ['authorization', 'content-type', 'stripe-version'];
const TIMEOUT_MS = 10_000;
const KEY = /\b[sr]k_(?:test|live)_\w+/;

/** Parameters renamed since the API version that stripe-mock describes, with their old names. */
const RENAMED: readonly (readonly [RegExp, string])[] = [
  [/(?<=^|&)allowed_payment_method_types(?=\[|%5B|=)/gi, 'payment_method_types'],
  [/(billing_cycle_anchor(?:\]|%5D)?)(?:\[|%5B)type(?:\]|%5D)(?==)/gi, '$1'],
];

/**
 * A client for the official stripe-mock, which validates requests against Stripe's API description. `report` is told each
 * difference once, and once that stripe-mock cannot be reached until it answers again.
 */
export function stripeMockAt(baseUrl: string, report: (message: string) => void): StripeMock {
  const closing = new AbortController();
  const told = new Set<string>();
  const unreachable = `cannot reach stripe-mock at ${baseUrl}: requests are not compared with it.`;
  const tell = (message: string) => {
    if (told.has(message) || closing.signal.aborted) return;
    told.add(message);
    report(message);
  };
  return {
    async compare(request) {
      try {
        const answer = await ask(baseUrl, request, closing.signal);
        told.delete(unreachable);
        if (answer.status < 400) return;
        const path = request.url.split('?')[0];
        tell(`stripe-mock rejects ${request.method} ${path}, which was accepted: ${await reasonIn(answer)}`);
      } catch {
        tell(unreachable);
      }
    },
    close: () => closing.abort(),
  };
}

function ask(baseUrl: string, request: AnsweredRequest, closing: AbortSignal): Promise<Response> {
  const headers = FORWARDED.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    // stripe-mock accepts only three-part test keys.
    return typeof value === 'string' ? [[name, value.replace(KEY, 'sk_test_emulated')]] : [];
  });
  const body = RENAMED.reduce((text, [name, former]) => text.replace(name, former), request.body);
  return fetch(new URL(request.url, baseUrl), {
    method: request.method,
    headers,
    signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
    ...(request.method === 'POST' ? { body } : {}),
  });
}

async function reasonIn(answer: Response): Promise<string> {
  const text = await answer.text();
  const [, message = String(answer.status)] = /"message": ?"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  // Another address at each start would make an old difference look new.
  return message.replace(/ validator 0x\w+ failed:/, '');
}
