import { createHash } from 'node:crypto';
import { ApiError, invalidRequest } from '../description/api-error.ts';
import type { Context } from './context.ts';

const MAX_KEY_LENGTH = 255;
const KEPT_FOR_SECONDS = 24 * 3600;
/** Stripe has no such limit. It bounds the memory of an account that is used by scripts. */
const MAX_KEYS = 50_000;

/** The stored response to a request with an idempotency key. */
interface IdempotencyRecord {
  readonly id: string;
  readonly created: number;
  readonly endpoint: string;
  /** Digest of the first request's parameters. */
  readonly fingerprint: string;
  readonly requestId: string;
  readonly status: number;
  readonly body: string;
}

const answersIn = ({ store }: Context) => store.collection<IdempotencyRecord>('idempotency');

export interface KeyedRequest {
  readonly key: string;
  readonly endpoint: string;
  readonly fingerprint: string;
}

export function keyedRequest(key: string, endpoint: string, body: string): KeyedRequest {
  if (key.length > MAX_KEY_LENGTH) {
    throw invalidRequest(`Idempotency keys can be up to ${MAX_KEY_LENGTH} characters long.`);
  }
  return { key, endpoint, fingerprint: createHash('sha256').update(normalized(body)).digest('base64') };
}

/** Stripe compares parameters, whose order and encoding do not matter; elements of a list keep their order. */
function normalized(form: string): string {
  const params = new URLSearchParams(form);
  params.sort();
  return params.toString();
}

/**
 * The stored response to the same request, or undefined for a new key. Throws if the key belongs to another
 * request.
 */
export function storedAnswer(context: Context, request: KeyedRequest): IdempotencyRecord | undefined {
  const record = answersIn(context).get(request.key);
  if (record === undefined || record.created + KEPT_FOR_SECONDS <= context.time.now()) return undefined;
  if (record.endpoint === request.endpoint && record.fingerprint === request.fingerprint) return record;
  const use =
    record.endpoint === request.endpoint
      ? 'with the same parameters they were first used with'
      : `for the same endpoint they were first used for ('${request.endpoint}' vs '${record.endpoint}')`;
  const message = `Keys for idempotent requests can only be used ${use}. Try using a key other than '${request.key}' if you meant to execute a different request.`;
  throw new ApiError(400, 'idempotency_error', message, {}, true);
}

/** Stores the response to a new or expired key. */
export function keepAnswer(
  context: Context,
  { key, endpoint, fingerprint }: KeyedRequest,
  answer: Pick<IdempotencyRecord, 'requestId' | 'status' | 'body'>,
): void {
  const answers = answersIn(context);
  // Moves a reused key to the end, because keys expire in insertion order.
  answers.delete(key);
  answers.put({ id: key, created: context.time.now(), endpoint, fingerprint, ...answer });
}

export function keyInUse(): ApiError {
  const message =
    'There is currently another in-progress request using this Idempotency-Key (that probably means you submitted twice, and the other request is still going through). Please try again in a moment.';
  return new ApiError(409, 'idempotency_error', message, { code: 'idempotency_key_in_use' }, true);
}

/** Deletes keys that are older than 24 hours or more than the newest 50,000. Keys are in creation order. */
export function forgetOldKeys(context: Context): void {
  const answers = answersIn(context);
  const limit = context.time.now() - KEPT_FOR_SECONDS;
  for (const { id, created } of answers.values()) {
    if (created > limit && answers.size <= MAX_KEYS) return;
    answers.delete(id);
  }
}
