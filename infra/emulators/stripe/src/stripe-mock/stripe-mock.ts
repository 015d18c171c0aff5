import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../errors/api-error.ts';
import { overlay } from './overlay.ts';

interface CheckedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Either stripe-mock's rejection, to be forwarded, or its object as defaults for the emulator's. */
type CheckResult =
  | {
      readonly rejection: { readonly status: number; readonly body: string };
      readonly mergeDefaults?: undefined;
    }
  | { readonly rejection?: undefined; readonly mergeDefaults: (ours: object) => object };

export interface StripeMock {
  check(request: CheckedRequest): Promise<CheckResult>;
}

const FORWARDED = ['authorization', 'content-type', 'stripe-version'];
const TIMEOUT_MS = 10_000;
const KEY = /\b[sr]k_(?:test|live)_\w+/;

/** Parameters renamed since the API version that stripe-mock describes, with their old names. */
const RENAMED: readonly (readonly [RegExp, string])[] = [
  [/(?<=^|&)allowed_payment_method_types(?=\[|%5B|=)/gi, 'payment_method_types'],
  [/(billing_cycle_anchor(?:\]|%5D)?)(?:\[|%5B)type(?:\]|%5D)(?==)/gi, '$1'],
];

function withOldParamNames(body: string): string {
  return RENAMED.reduce((text, [name, former]) => text.replace(name, former), body);
}

/** A client for the official stripe-mock, which validates requests against Stripe's API description. */
export function stripeMockAt(baseUrl: string): StripeMock {
  return {
    async check(request) {
      const { status, body } = await ask(baseUrl, request);
      if (status >= 400) return { rejection: { status, body } };
      const base: object = JSON.parse(body);
      return { mergeDefaults: (ours) => overlay(base, ours) };
    },
  };
}

async function ask(baseUrl: string, request: CheckedRequest): Promise<{ status: number; body: string }> {
  const headers = FORWARDED.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    // stripe-mock accepts only three-part test keys.
    return typeof value === 'string' ? [[name, value.replace(KEY, 'sk_test_emulated')]] : [];
  });
  try {
    const response = await fetch(new URL(request.url, baseUrl), {
      method: request.method,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(request.method === 'POST' ? { body: withOldParamNames(request.body) } : {}),
    });
    return { status: response.status, body: await response.text() };
  } catch (cause) {
    const message = `The Stripe emulator cannot reach stripe-mock at ${baseUrl}.`;
    throw Object.assign(new ApiError(500, 'api_error', message, {}, true), { cause });
  }
}
