import { isReadyMade } from '../customers/methods/test-cards.ts';
import {
  ApiError,
  elsewhere,
  inOtherMode,
  notSupported,
  ownedByPlatform,
  unknownParameters,
} from '../description/api-error.ts';
import {
  isChoiceAtStripe,
  isClearableAtStripe,
  isParameterAtStripe,
  namesBeside,
  operationName,
} from '../description/description.ts';
import { similarName } from '../description/similar-name.ts';
import type { Context } from '../kinds/context.ts';
import type { Endpoint, PathParams } from '../kinds/endpoint.ts';
import { expand } from '../kinds/expansion.ts';
import { type KeyedRequest, keepAnswer, storedAnswer } from '../kinds/idempotency.ts';
import { list } from '../kinds/params/composite.ts';
import { parseForm, rejectUndescribed } from '../kinds/params/form.ts';
import { optional, text } from '../kinds/params/reader.ts';
import type { Store } from '../kinds/store/store.ts';
import {
  inVersion,
  jsonText,
  paramsOfVersion,
  rejectRemoved,
  withFormerName,
  written,
} from '../kinds/versions/in-version.ts';
import { publicIntent } from '../payments/public-intent.ts';
import { type Breakage, injectedError } from './fault-layer.ts';
import { COMBINATIONS, rejectCombined } from './forbidden-combinations.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The id of the original request if this is a replay. */
  readonly replayOf: string | null;
  /** Whether the same request would get it again: it is stored under an idempotency key, if it has one. */
  readonly kept: boolean;
}

export interface Call {
  readonly endpoint: Endpoint;
  readonly form: string;
  readonly path: PathParams;
  readonly requestId: string;
  /** The API version of the request and response. */
  readonly version: string;
  readonly keyed: KeyedRequest | null;
  /** With a publishable key a payment or a setup is answered in part. */
  readonly isPublic: boolean;
  /** When an injected fault fails this call; null without one. */
  readonly breakage: Breakage | null;
  /** The platform's other mode, used only to check whether a missing object exists there. */
  readonly otherMode: Store;
}

const readExpand = optional(list(text()));

/** Executes a call atomically, and once per idempotency key. */
export function answerCall(context: Context, call: Call): Answer {
  const stored = call.keyed === null ? undefined : storedAnswer(context, call.keyed);
  if (stored !== undefined) {
    return { status: stored.status, body: stored.body, replayOf: stored.requestId, kept: true };
  }
  try {
    return context.store.transact(() => remember(context, call, execute(context, call)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const lacking = unsupportedPart(call, error);
    if (lacking !== null) throw reword(context, call, lacking);
    const show = shownIn(context, call);
    const explained = whereElse(context, call, reword(context, call, explainUnknown(call, error)));
    const answer = errorAnswer(explained, show, requestLogUrl(context, call));
    if (error.beforeExecution) return answer;
    return context.store.transact(() => remember(context, call, answer));
  }
}

/** Converts an object to what the caller's version and key see. */
function shownIn(context: Context, { isPublic, version }: Call) {
  return (newest: object) => {
    const shown = inVersion(context, version, newest);
    return isPublic ? publicIntent(shown) : shown;
  };
}

function execute(context: Context, call: Call): Answer {
  const { endpoint, form, path, version, breakage } = call;
  const show = shownIn(context, call);
  try {
    const { expand: requested, ...given } = parseForm(form);
    const paths = readExpand(requested, 'expand') ?? [];
    const name = callName(endpoint);
    rejectRemoved(name, version, given);
    const params = paramsOfVersion(context, version, name, given);
    rejectUndescribed(name, params);
    const combinations = COMBINATIONS[operationName(name)];
    const check = () => combinations && rejectCombined(combinations, given, params);
    const shown = show(endpoint.run(context, params, path, check));
    // A search tells its count only if it is expanded.
    const object = paths.length > 0 || 'total_count' in shown ? expand(context, shown, paths, show) : shown;
    if (breakage === 'before') throw injectedError();
    if (breakage === 'after') return errorAnswer(injectedError());
    return {
      status: 200,
      body: jsonText(written(context, object)),
      replayOf: null,
      kept: false,
    };
  } catch (error) {
    // A declined charge is an error to the caller, but its side effects must be committed.
    if (error instanceof ApiError && error.type === 'card_error') {
      return errorAnswer(error, show, requestLogUrl(context, call));
    }
    throw error;
  }
}

function reword(context: Context, { endpoint, form, version }: Call, error: ApiError): ApiError {
  return withFormerName(context, error, { call: callName(endpoint), form, version });
}

const callName = ({ method, path, readAs = path }: Endpoint) => `${method} ${readAs}`;

/** The error for a Stripe feature the emulator lacks, naming the call; null for any other error. */
function unsupportedPart({ endpoint, version }: Call, error: ApiError): ApiError | null {
  const call = `${endpoint.method} ${endpoint.path}`;
  const { code, param = '', unknown = [param], choice, isOfLaterVersion = false } = error.details;
  if (error.status === 501) {
    const subject = error.message.replace(/^The Stripe emulator does not support /, '').replace(/\.$/, '');
    // An entirely missing call is already named.
    return endpoint.path.endsWith('*') ? error : notSupported(`${subject} of ${call}`, error.details.param);
  }
  if (code === 'parameter_invalid_empty' && isClearableAtStripe(call, param)) {
    return notSupported(`an empty ${param} of ${call}`, param);
  }
  if (choice !== undefined && isChoiceAtStripe(call, param, choice)) {
    return notSupported(`${param}=${choice} of ${call}`, param);
  }
  const isKnown =
    code === 'parameter_unknown' &&
    !isOfLaterVersion &&
    unknown.every((name) => isParameterAtStripe(call, name, version));
  return isKnown ? notSupported(`the parameter ${param} of ${call}`, param) : null;
}

/** Names the parameters that Stripe does not know either, and for one of them the name that may have been meant. */
function explainUnknown({ endpoint, version }: Call, error: ApiError): ApiError {
  if (error.details.unknown === undefined) return error;
  const call = `${endpoint.method} ${endpoint.path}`;
  const unknown = error.details.unknown.filter((name) => !isParameterAtStripe(call, name, version));
  const [first = '', ...others] = unknown;
  if (others.length > 0) return unknownParameters(unknown);
  const name = /(\w+)\]?$/.exec(first)?.[1] ?? first;
  return unknownParameters(
    unknown,
    similarName(
      name,
      namesBeside(call, first).filter((known) => known !== name),
    ),
  );
}

/** Explains a missing object that may exist in the other mode or in a connected account, as Stripe does. */
function whereElse({ livemode, platform, store }: Context, { otherMode }: Call, error: ApiError): ApiError {
  const { missing } = error.details;
  if (missing === undefined || store.has(missing)) return error;
  if (platform !== null) return platform.store.has(missing) ? ownedByPlatform(error) : error;
  const isThere = otherMode.has(missing) || (livemode && isReadyMade(missing));
  if (isThere) return inOtherMode(error, livemode);
  return store.accounts.size === 0 ? error : elsewhere(error);
}

/** The page of the request on the dashboard. */
function requestLogUrl({ livemode, time }: Context, { requestId }: Call): string {
  return `https://dashboard.stripe.com/${livemode ? '' : 'test/'}logs/${requestId}?t=${time.now()}`;
}

/** `show` converts objects in the error to the request's API version. */
export function errorAnswer(error: ApiError, show = (body: object) => body, logUrl?: string): Answer {
  const body = jsonText(show(error.toBody(logUrl)));
  return { status: error.status, body, replayOf: null, kept: false };
}

function remember(context: Context, { endpoint, keyed, requestId }: Call, answer: Answer): Answer {
  if (keyed === null) return { ...answer, kept: endpoint.method === 'POST' && answer.status < 500 };
  const { status, body } = answer;
  keepAnswer(context, keyed, { requestId, status, body });
  return { ...answer, kept: true };
}
