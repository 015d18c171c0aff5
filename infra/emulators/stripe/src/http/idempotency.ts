import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';

const MAX_KEY_LENGTH = 255;
const KEPT_FOR_SECONDS = 24 * 3600;

/** The answer to a request, under the key that its client chose. */
interface IdempotencyRecord {
  readonly id: string;
  readonly created: number;
  readonly endpoint: string;
  /** Digest of the parameters the key was first used with. */
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
  return { key, endpoint, fingerprint: createHash('sha256').update(body).digest('base64') };
}

/** The stored answer to the same request, undefined for a new key; throws where the key is used for another. */
export function storedAnswer(context: Context, request: KeyedRequest): IdempotencyRecord | undefined {
  const record = answersIn(context).get(request.key);
  if (record === undefined || record.created + KEPT_FOR_SECONDS <= context.time.now()) return undefined;
  const advice = `Try using a key other than '${request.key}' if you meant to execute a different request.`;
  if (record.endpoint !== request.endpoint) {
    const message = `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${request.endpoint}' vs '${record.endpoint}'). ${advice}`;
    throw new ApiError(400, 'idempotency_error', message, {}, true);
  }
  if (record.fingerprint !== request.fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`;
    throw new ApiError(400, 'idempotency_error', message, {}, true);
  }
  return record;
}

/** Keeps the first answer to a request, or the one after the former was forgotten. */
export function keepAnswer(
  context: Context,
  { key, endpoint, fingerprint }: KeyedRequest,
  answer: Pick<IdempotencyRecord, 'requestId' | 'status' | 'body'>,
): void {
  const answers = answersIn(context);
  // A key that is used anew goes to the end, since they are forgotten in that order.
  answers.delete(key);
  answers.put({ id: key, created: context.time.now(), endpoint, fingerprint, ...answer });
}

export function keyInUse(): ApiError {
  const message =
    'There is currently another in-progress request using this Idempotency-Key (that probably means you submitted twice, and the other request is still going through). Please try again in a moment.';
  return new ApiError(409, 'idempotency_error', message, { code: 'idempotency_key_in_use' }, true);
}

/** Drops the keys whose 24 hours are over. They lie in order of creation, so the first that stays ends the walk. */
export function forgetOldKeys(context: Context): void {
  const answers = answersIn(context);
  const limit = context.time.now() - KEPT_FOR_SECONDS;
  for (const { id, created } of answers.values()) {
    if (created > limit) return;
    answers.delete(id);
  }
}
