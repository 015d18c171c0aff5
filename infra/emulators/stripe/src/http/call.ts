import type { Context } from '../context.ts';
import { isParameterAtStripe } from '../description/description.ts';
import { ApiError, inOtherMode, notSupported } from '../errors/api-error.ts';
import { list } from '../params/composite.ts';
import { type FormObject, parseForm } from '../params/form.ts';
import { optional, text } from '../params/reader.ts';
import type { Store } from '../state/store.ts';
import { inVersion, paramsOfVersion } from '../versions/in-version.ts';
import { expand } from '../wire/expansion.ts';
import { written } from '../wire/written.ts';
import type { Endpoint, PathParams } from './endpoint.ts';
import { type Breakage, injectedError } from './fault-layer.ts';
import { type KeyedRequest, keepAnswer, storedAnswer } from './idempotency.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The request that this answer was first given to, when it is a replay. */
  readonly replayOf: string | null;
  /** Whether it stands under an idempotency key, and is the answer to every repetition. */
  readonly kept: boolean;
}

export interface Call {
  readonly endpoint: Endpoint;
  readonly form: string;
  readonly path: PathParams;
  readonly requestId: string;
  /** The version of the API that the request is written in, and its answer. */
  readonly version: string;
  readonly keyed: KeyedRequest | null;
  /** Where a fault makes the work break down; null without one. */
  readonly breakage: Breakage | null;
  /** Lays the object over what stands in front of the emulator, if anything does. */
  readonly finish: (object: object) => object;
  /** The objects of the account's other mode, of which a call knows only that they are there. */
  readonly otherMode: Store;
}

const readExpand = optional(list(text()));

function withoutExpand(form: FormObject): [FormObject, readonly string[]] {
  const { expand: wanted, ...rest } = form;
  return [rest, readExpand(wanted, 'expand') ?? []];
}

/** Carries a call out: once per idempotency key, and either completely or not at all. */
export function carryOut(context: Context, call: Call): Answer {
  const stored = call.keyed === null ? undefined : storedAnswer(context, call.keyed);
  if (stored !== undefined) {
    return { status: stored.status, body: stored.body, replayOf: stored.requestId, kept: true };
  }
  try {
    return context.store.transact(() => remember(context, call, execute(context, call)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const lacking = lackingIn(call, error);
    if (lacking !== null) throw lacking;
    const answer = errorAnswer(ofOtherMode(context, call, error));
    if (error.beforeExecution) return answer;
    return context.store.transact(() => remember(context, call, answer));
  }
}

function execute(context: Context, { endpoint, form, path, version, finish, breakage }: Call): Answer {
  const show = (newest: object) => inVersion(context, version, newest);
  try {
    const [given, paths] = withoutExpand(parseForm(form));
    const params = paramsOfVersion(version, `${endpoint.method} ${endpoint.path}`, given);
    const object = expand(context, show(endpoint.run(context, params, path)), paths, show);
    if (breakage === 'before') throw injectedError();
    if (breakage === 'after') return errorAnswer(injectedError());
    return {
      status: 200,
      body: JSON.stringify(finish(written(context, object))),
      replayOf: null,
      kept: false,
    };
  } catch (error) {
    // A declined charge is an error to the caller, and yet it happened: what it left behind is kept.
    if (error instanceof ApiError && error.type === 'card_error') return errorAnswer(error, show);
    throw error;
  }
}

/** The refusal of something that Stripe has and the emulator lacks, with the name of the call; null for any other. */
function lackingIn({ endpoint }: Call, error: ApiError): ApiError | null {
  const call = `${endpoint.method} ${endpoint.path}`;
  const { code, param = '' } = error.details;
  if (error.status === 501) {
    // A call that is missing as a whole is named already.
    return endpoint.path.endsWith('*')
      ? error
      : notSupported(`${whatOf(error)} of ${call}`, error.details.param);
  }
  const isKnown = code === 'parameter_unknown' && isParameterAtStripe(call, param);
  return isKnown ? notSupported(`the parameter ${param} of ${call}`, param) : null;
}

function whatOf({ message }: ApiError): string {
  return message.replace(/^The Stripe emulator does not support /, '').replace(/\.$/, '');
}

/** A missing object that is there in the other mode is missing for a reason that Stripe names. */
function ofOtherMode({ livemode, store }: Context, { otherMode }: Call, error: ApiError): ApiError {
  const { missing } = error.details;
  if (missing === undefined || store.has(missing) || !otherMode.has(missing)) return error;
  return inOtherMode(error, livemode);
}

/** `show` gives the objects in the error the shape of the request's version. */
export function errorAnswer(error: ApiError, show = (body: object) => body): Answer {
  const body = JSON.stringify(show(error.toBody()));
  return { status: error.status, body, replayOf: null, kept: false };
}

function remember(context: Context, { keyed, requestId }: Call, answer: Answer): Answer {
  if (keyed === null) return answer;
  const { status, body } = answer;
  keepAnswer(context, keyed, { requestId, status, body });
  return { ...answer, kept: true };
}
