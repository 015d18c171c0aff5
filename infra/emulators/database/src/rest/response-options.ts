import type { RestRequest } from './rest-request.ts';
import { RestError, type RestResponse } from './rest-response.ts';

const CALLBACK = /^[\w$.]+$/;
const TIMEOUT = /^(\d+(?:\.\d+)?)(ms|s|min)$/;
const UNIT_MS = { ms: 1, s: 1000, min: 60_000 } as const;
const MAX_TIMEOUT_MS = 15 * UNIT_MS.min;
/** Headers of conditional requests that the service does not take with a method. */
const REJECTED_HEADERS: Readonly<Record<string, readonly string[]>> = {
  GET: ['if-match'],
  POST: ['if-match'],
  PATCH: ['if-match', 'x-firebase-etag'],
};
const WRITE_SIZE_LIMITS = ['tiny', 'small', 'medium', 'large', 'unlimited'];

/** Rejects limits that the service rejects. No request here takes long enough to reach a valid one. */
export function rejectInvalidLimits({ parameters }: RestRequest): void {
  const timeout = parameters.get('timeout');
  if (timeout !== null && !isTimeout(timeout)) {
    throw new RestError(400, 'timeout must be positive and at most 15min, in the form 10ms, 3s or 3min');
  }
  const limit = parameters.get('writeSizeLimit');
  if (limit !== null && !WRITE_SIZE_LIMITS.includes(limit)) {
    throw new RestError(400, `writeSizeLimit must be one of ${WRITE_SIZE_LIMITS.join(', ')}`);
  }
}

export function rejectConditions({ method, headers }: RestRequest): void {
  const rejected = REJECTED_HEADERS[method]?.find((name) => headers[name] !== undefined);
  if (rejected !== undefined) throw new RestError(400, `${method} does not support the header ${rejected}`);
}

function isTimeout(text: string): boolean {
  const [, count, unit] = TIMEOUT.exec(text) ?? [];
  const ms = Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
  return ms > 0 && ms <= MAX_TIMEOUT_MS;
}

/** Wraps the data of a GET in a JSONP call (`callback`), or has the browser save it (`download`). */
export function asRequested({ method, parameters }: RestRequest, response: RestResponse): RestResponse {
  if (method !== 'GET' || response.status !== 200) return response;
  const file = parameters.get('download');
  if (file !== null) return withHeader(response, 'content-disposition', attachment(file));
  const callback = parameters.get('callback');
  if (callback === null) return response;
  if (!CALLBACK.test(callback)) throw new RestError(400, 'callback must be the name of a function');
  const call = { ...response, body: `${callback}(${response.body});` };
  return withHeader(call, 'content-type', 'application/javascript; charset=utf-8');
}

const attachment = (file: string) => `attachment; filename="${file.replace(/[^\w.-]/g, '_')}"`;

function withHeader(response: RestResponse, name: string, value: string): RestResponse {
  return { ...response, headers: { ...response.headers, [name]: value } };
}
