import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Fault as ArmedFault, Faults } from '@outharbor/emulator-kit/faults';
import * as json from '@outharbor/emulator-kit/json-reader';
import { scarcity } from '@outharbor/emulator-kit/memory-watch';
import { ApiError, inOtherMode, noSuch, rateLimited } from '../description/api-error.ts';
import { delayMs, type Switches } from '../kinds/changeable-settings.ts';
import type { Settings } from '../kinds/context.ts';
import { keyInUse } from '../kinds/idempotency.ts';
import { jsonText } from '../kinds/versions/in-version.ts';
import { missingPermission, permissionFor, resourceName } from './authenticate.ts';

/** Counts requests per endpoint and in total, in windows of the machine's clock. */
export class RateLimits {
  readonly #windows = new Map<string, { readonly startedAt: number; readonly count: number }>();

  clear(): void {
    this.#windows.clear();
  }

  /** The limit that a request to `endpoint` exceeds; null if none. */
  reasonAgainst(endpoint: string, switches: Switches): 'endpoint-rate' | 'global-rate' | null {
    const { endpointLimit, globalLimit, limitWindowSeconds } = switches;
    if (endpointLimit === null && globalLimit === null) return null;
    if (this.#count('', limitWindowSeconds) > (globalLimit ?? Number.POSITIVE_INFINITY)) return 'global-rate';
    const own = this.#count(endpoint, limitWindowSeconds);
    return own > (endpointLimit ?? Number.POSITIVE_INFINITY) ? 'endpoint-rate' : null;
  }

  #count(name: string, windowSeconds: number): number {
    const now = Date.now();
    const window = this.#windows.get(name);
    const goesOn = window !== undefined && window.startedAt + windowSeconds * 1000 > now;
    const next = goesOn ? { ...window, count: window.count + 1 } : { startedAt: now, count: 1 };
    this.#windows.set(name, next);
    return next.count;
  }
}

/** The answer to what would create objects when memory is nearly full, instead of being killed for it; null otherwise. */
export function outOfMemory({ memory }: Pick<Settings, 'memory'>): ApiError | null {
  if (!memory.isFull()) return null;
  const message = `The Stripe emulator is nearly out of memory. ${scarcity(memory.reading)}.`;
  return new ApiError(503, 'api_error', message, {}, true);
}

export const RATE_LIMIT_HEADER = 'stripe-rate-limited-reason';

const DEFAULT_DELAY_MS = 1000;

const delays = new WeakMap<IncomingMessage, number>();
const broken = new WeakMap<IncomingMessage, Breakage>();

/** Whether the effect of a request that fails with 500 is rolled back (`before`) or committed (`after`). */
export type Breakage = 'before' | 'after';

export function findBreakage(request: IncomingMessage): Breakage | null {
  return broken.get(request) ?? null;
}

export async function injectedDelay(request: IncomingMessage): Promise<void> {
  const delayMs = delays.get(request);
  if (delayMs !== undefined) await delay(delayMs);
}

export function withFaults(
  faults: AccountFaults,
  request: IncomingMessage,
  response: ServerResponse,
  work: () => void,
): void {
  const fault = strike(faults, request.method ?? '', readPath(request));
  if (fault === undefined) work();
  else inject(fault, request, response, work);
}

function inject(
  fault: FaultRequest,
  request: IncomingMessage,
  response: ServerResponse,
  work: () => void,
): void {
  switch (fault.kind) {
    case 'error':
      if ((fault.status ?? 500) !== 500 || !request.url?.startsWith('/v1/')) {
        answerError(response, fault.status ?? 500);
        return;
      }
      broken.set(request, 'before');
      break;
    case 'error_after':
      broken.set(request, 'after');
      break;
    case 'lock_timeout':
      answer(response, 429, LOCK_TIMEOUT);
      return;
    case 'other_mode':
      answer(response, 404, objectOfOtherMode(readPath(request)));
      return;
    case 'forbidden':
      answer(response, 403, forbidden(request));
      return;
    case 'html_502':
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<html><body><h1>502 Bad Gateway</h1></body></html>');
      return;
    case 'hang':
      request.resume();
      return;
    case 'slow':
      delays.set(request, fault.delayMs ?? DEFAULT_DELAY_MS);
      break;
    case 'drop_before':
      request.socket.destroy();
      return;
    case 'drop_after':
      dropInsteadOfAnswer(request, response);
      break;
    case 'truncate':
      truncateAnswer(request, response);
  }
  work();
}

export function readPath({ url = '' }: { readonly url?: string | undefined }): string {
  return url.split('?')[0] ?? '';
}

function objectOfOtherMode(path: string): ApiError {
  return inOtherMode(noSuch(resourceName(path), path.slice(path.lastIndexOf('/') + 1)), true);
}

function forbidden(request: IncomingMessage): ApiError {
  return missingPermission('rk_test_***', permissionFor(request.method ?? '', readPath(request)));
}

/** Errors that Stripe returns without executing the request. */
function answerError(response: ServerResponse, status: number): void {
  if (status === 429) response.setHeader(RATE_LIMIT_HEADER, 'endpoint-rate');
  const others = status === 409 ? keyInUse() : injectedError(status);
  answer(response, status, status === 429 ? rateLimited('endpoint-rate') : others);
}

export function injectedError(status = 500): ApiError {
  return new ApiError(status, 'api_error', 'This error was injected through the control interface.');
}

const LOCK_TIMEOUT = new ApiError(
  429,
  'invalid_request_error',
  'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single object, make your requests serially or at a lower rate.',
  { code: 'lock_timeout' },
);

function answer(response: ServerResponse, status: number, error: ApiError): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fault' });
  response.end(jsonText(error.toBody()));
}

function dropInsteadOfAnswer(request: IncomingMessage, response: ServerResponse): void {
  response.end = () => {
    request.socket.destroy();
    return response;
  };
}

/** The headers announce the full length, but only half of the body is sent. */
function truncateAnswer(request: IncomingMessage, response: ServerResponse): void {
  response.end = (body?: unknown) => {
    const whole = Buffer.from(typeof body === 'string' ? body : '');
    response.write(whole.subarray(0, whole.length >> 1), () => request.socket.destroy());
    return response;
  };
}

export const FAULT_KINDS = [
  'error',
  'error_after',
  'lock_timeout',
  'other_mode',
  'forbidden',
  'html_502',
  'hang',
  'slow',
  'drop_before',
  'drop_after',
  'truncate',
] as const;

const FAULT = {
  kind: json.oneOf(FAULT_KINDS),
  /** `/v1/checkout/sessions`, `/v1/customers/:id` or `/v1/*`. */
  path: json.textLike(/^\//, 'a path that starts with a slash'),
  method: json.optional(json.text),
  /** Status of an `error`; 500 when absent. Only a 500 is stored under the idempotency key and replayed. */
  status: json.optional(json.oneOf([409, 429, 500, 503])),
  delayMs,
  /** How many requests it strikes: one when absent, unless it has `seconds`; every request when null. */
  count: json.optional(json.nullable(json.integer(1))),
  /** How many requests pass before it strikes. */
  skip: json.optional(json.integer(0)),
  /** How many seconds it lasts. */
  seconds: json.optional(json.integer(1)),
};

export const readFault = json.object(FAULT);

export interface FaultRequest extends json.ObjectOf<typeof FAULT> {}
type CountedRequest = FaultRequest & { readonly count: number | null };
export type Fault = ArmedFault<CountedRequest>;
export type AccountFaults = Faults<FaultRequest, CountedRequest>;

export function openFaults(): AccountFaults {
  return new Faults((request) => {
    const fault = readFault(request, '');
    const { count = fault.seconds === undefined ? 1 : null } = fault;
    return { ...fault, count };
  });
}

export function strike(faults: AccountFaults, method: string, path: string): FaultRequest | undefined {
  return faults.strike((fault) => (fault.method ?? method) === method && toPattern(fault.path).test(path));
}

function toPattern(path: string): RegExp {
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replaceAll('*', '.*');
  return new RegExp(`^${source}$`);
}
