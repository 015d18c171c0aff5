import type { Context } from '../context.ts';
import { list } from '../params/composite.ts';
import { optional, text } from '../params/reader.ts';
import { expand } from '../wire/expansion.ts';
import { ApiError } from './api-error.ts';
import type { Endpoint, PathParams } from './endpoint.ts';
import { type FormObject, parseForm } from './form.ts';
import { type KeyedRequest, storedAnswer } from './idempotency.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The request that this answer was first given to, when it is a replay. */
  readonly replayOf: string | null;
}

export interface Call {
  readonly endpoint: Endpoint;
  readonly form: string;
  readonly path: PathParams;
  readonly requestId: string;
  readonly keyed: KeyedRequest | null;
  /** Lays the object over what stands in front of the emulator, if anything does. */
  readonly finish: (object: object) => object;
}

const readExpand = optional(list(text()));

function withoutExpand(form: FormObject): [FormObject, readonly string[]] {
  const { expand: wanted, ...rest } = form;
  return [rest, readExpand(wanted, 'expand') ?? []];
}

/** Carries a call out: once per idempotency key, and either completely or not at all. */
export function carryOut(context: Context, call: Call): Answer {
  const stored = call.keyed === null ? undefined : storedAnswer(context, call.keyed);
  if (stored !== undefined) return { status: stored.status, body: stored.body, replayOf: stored.requestId };
  try {
    return context.store.transact(() => remember(context, call, execute(context, call)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const answer = errorAnswer(error);
    if (error.beforeExecution) return answer;
    return context.store.transact(() => remember(context, call, answer));
  }
}

function execute(context: Context, { endpoint, form, path, finish }: Call): Answer {
  try {
    const [params, paths] = withoutExpand(parseForm(form));
    const object = expand(context, endpoint.run(context, params, path), paths);
    return { status: 200, body: JSON.stringify(finish(object)), replayOf: null };
  } catch (error) {
    // A declined charge is an error to the caller, and yet it happened: what it left behind is kept.
    if (error instanceof ApiError && error.type === 'card_error') return errorAnswer(error);
    throw error;
  }
}

export function errorAnswer(error: ApiError): Answer {
  return { status: error.status, body: JSON.stringify(error.toBody()), replayOf: null };
}

function remember({ store, time }: Context, { keyed, requestId }: Call, answer: Answer): Answer {
  if (keyed === null) return answer;
  const { key, endpoint, fingerprint } = keyed;
  const { status, body } = answer;
  if (store.idempotency.get(key) !== undefined) store.idempotency.delete(key);
  store.idempotency.put({ id: key, created: time.now(), endpoint, fingerprint, requestId, status, body });
  return answer;
}
