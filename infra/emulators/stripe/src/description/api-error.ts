import { defined } from './json.ts';

export type ApiErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

export interface ApiErrorDetails {
  readonly code?: string;
  readonly param?: string;
  readonly decline_code?: string;
  readonly advice_code?: string | null;
  readonly network_advice_code?: string | null;
  readonly network_decline_code?: string | null;
  readonly charge?: string;
  readonly payment_intent?: unknown;
  readonly payment_method?: unknown;
  readonly setup_intent?: unknown;
  /** Sent as the header of a 429, not in the body. */
  readonly rateLimitReason?: string;
  /** The unknown parameters, of which `param` is the first; not in the body. */
  readonly unknown?: readonly string[];
  /** Whether the parameter exists only in later API versions; not in the body. */
  readonly isOfLaterVersion?: boolean;
  /** A value that the emulator does not take; not in the body. */
  readonly choice?: string;
  /** Id of the missing object; not in the body. */
  readonly missing?: string;
  /** Whether the request has no page on the dashboard of the key's account; not in the body. */
  readonly isUnlogged?: boolean;
}

/** A response in Stripe's error shape. */
export class ApiError extends Error {
  readonly status: number;
  readonly type: ApiErrorType;
  readonly details: ApiErrorDetails;
  /** True if no operation ran, so the idempotency key can be used again. */
  readonly beforeExecution: boolean;

  constructor(
    status: number,
    type: ApiErrorType,
    message: string,
    details: ApiErrorDetails = {},
    beforeExecution = false,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.type = type;
    this.details = details;
    this.beforeExecution = beforeExecution;
  }

  /** The same error in other words. */
  reworded(message: string, details = this.details): ApiError {
    return new ApiError(this.status, this.type, message, details, this.beforeExecution);
  }

  /** `logUrl` is the request's page on the dashboard, if it was authenticated. */
  toBody(logUrl?: string): Record<string, unknown> {
    const { code, param, decline_code, advice_code, network_advice_code, network_decline_code } =
      this.details;
    const { charge, payment_intent, payment_method, setup_intent } = this.details;
    return {
      error: defined({
        advice_code: advice_code ?? undefined,
        charge,
        code,
        decline_code,
        doc_url:
          code === undefined || this.status === 501 || UNDOCUMENTED.has(code)
            ? undefined
            : documentationUrl(code),
        message: this.message,
        network_advice_code: network_advice_code ?? undefined,
        network_decline_code: network_decline_code ?? undefined,
        param,
        request_log_url: this.details.isUnlogged === true ? undefined : logUrl,
        payment_intent,
        payment_method,
        setup_intent,
        type: this.type,
      }),
    };
  }
}

/** Codes that recorded answers give without a page. */
const UNDOCUMENTED: ReadonlySet<string> = new Set(['subscription_payment_intent_requires_action']);

/** The page that explains an error code. */
export function documentationUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}

/** Invalid parameters: 400 without executing anything. */
export function invalidRequest(message: string, details: ApiErrorDetails = {}): ApiError {
  return new ApiError(400, 'invalid_request_error', message, details, true);
}

/** Well-formed parameters that the operation rejects: 400, with its details or only the parameter at fault. */
export function rejected(message: string, details: ApiErrorDetails | string = {}): ApiError {
  const known = typeof details === 'string' ? { param: details } : details;
  return new ApiError(400, 'invalid_request_error', message, known);
}

/** Parameters that exclude each other; `param` is the one that is in the way. */
export function exclusiveParameters(names: string, param: string): ApiError {
  return rejected(`You may only specify one of these parameters: ${names}.`, param);
}

export function missingParameter(param: string): ApiError {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

/** Parameters that one object of the request does not have; if it is one, `suggested` is what may have been meant. */
export function unknownParameters(unknown: readonly string[], suggested?: string): ApiError {
  const [param = ''] = unknown;
  const hint = suggested === undefined ? '' : `. Did you mean ${suggested}?`;
  const noun = unknown.length === 1 ? 'parameter' : 'parameters';
  const message = `Received unknown ${noun}: ${unknown.join(', ')}${hint}`;
  return invalidRequest(message, { code: 'parameter_unknown', param, unknown });
}

export function emptyParameter(param: string): ApiError {
  return invalidRequest(
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a field; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param },
  );
}

/** What errors call the id in a path; most kinds call it `id`. */
const PATH_PARAMS: Readonly<Record<string, string>> = {
  'checkout.session': 'session',
  coupon: 'coupon',
  dispute: 'dispute',
  invoice: 'invoice',
  payment_intent: 'intent',
  PaymentMethod: 'payment_method',
  plan: 'plan',
  price: 'price',
  payout: 'payout',
  'promotion code': 'promotion_code',
  refund: 'refund',
  setupintent: 'intent',
  subscription_schedule: 'schedule',
  'tax rate': 'tax_rate',
};

/** 404 if the path names the object, for which `param` is omitted or `id`; 400 if a parameter does. */
export function noSuch(
  kind: string,
  id: string,
  param?: string,
  status = param === undefined || param === 'id' ? 404 : 400,
): ApiError {
  const details = { code: 'resource_missing', param: param ?? PATH_PARAMS[kind] ?? 'id', missing: id };
  return new ApiError(status, 'invalid_request_error', `No such ${kind}: '${id}'`, details, true);
}

/** Names a parameter as a part of another: `line_items[0][price_data][currency]` for `currency`. */
export const nestParam =
  (place: string) =>
  (param: string): string =>
    param.replace(/^\w+/, `${place}[$&]`);

/** Runs what names parameters by itself; its errors name them as the request does. */
export function renamingParams<T>(rename: (param: string) => string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.details.param === undefined) throw error;
    const { details, message } = error;
    const param = rename(error.details.param);
    if (details.code === 'parameter_missing') throw missingParameter(param);
    if (details.unknown !== undefined) throw unknownParameters(details.unknown.map(rename));
    throw error.reworded(message, { ...details, param });
  }
}

/** Unlike other objects, a missing item has neither a code nor a parameter. */
export function noSuchItem(id: string): ApiError {
  return new ApiError(404, 'invalid_request_error', `Invalid subscription_item id: ${id}`);
}

/** A price in another currency than the request, the subscription or the invoice. */
export function wrongCurrency(found: string, expected: string, param: string): ApiError {
  return rejected(
    `The price specified only supports \`${found}\`. This doesn't match the expected currency: \`${expected}\`.`,
    { param },
  );
}

/** A URL that Stripe does not have. */
export function unrecognizedUrl(method: string, path: string, hint = ''): ApiError {
  const message = `Unrecognized request URL (${method}: ${path}). ${hint}Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
  return new ApiError(404, 'invalid_request_error', message, {}, true);
}

/** As Stripe shows a key: its prefix and its last four characters, with a star for each one between. */
export function redactedKey(key: string): string {
  return key.length <= 12 ? '****' : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`;
}

/** An account that does not exist or is not connected to the key's. */
export function noAccess(key: string, account: string): ApiError {
  const message = `The provided key '${redactedKey(key)}' does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`;
  return new ApiError(
    403,
    'invalid_request_error',
    message,
    { code: 'account_invalid', isUnlogged: true },
    true,
  );
}

export function tokenUsed(id: string, param: string): ApiError {
  const message = `You cannot use a Stripe token more than once: ${id}.`;
  return rejected(message, { code: 'token_already_used', param });
}

/** A Stripe feature the emulator lacks: 501 without executing anything. */
export function notSupported(what: string, param?: string): ApiError {
  const details = defined({ code: 'emulator_not_supported', param });
  return new ApiError(501, 'api_error', `The Stripe emulator does not support ${what}.`, details, true);
}

export function rateLimited(rateLimitReason: string): ApiError {
  const message =
    'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.';
  const details = { code: 'rate_limit', rateLimitReason };
  return new ApiError(429, 'invalid_request_error', message, details, true);
}

/** Adds Stripe's hint for platforms: a missing payment method may be a connected account's. */
export function elsewhere(error: ApiError): ApiError {
  const kind = /^No such (PaymentMethod|token|source): /.exec(error.message)?.[1];
  if (kind === undefined) return error;
  const hint = `It's possible this ${kind} exists on one of your connected accounts, in which case you should retry this request on that connected account. Learn more at https://stripe.com/docs/connect/authentication`;
  return error.reworded(`${error.message}; ${hint}`);
}

/** Adds Stripe's hint for a request in a connected account that names the platform's payment method. */
export function ownedByPlatform(error: ApiError): ApiError {
  if (!error.message.startsWith('No such PaymentMethod: ')) return error;
  const hint =
    'OAuth key or Stripe-Account header was used but API request was provided with a platform-owned payment method ID. Please ensure that the provided payment method matches the specified account.';
  return error.reworded(`${error.message}; ${hint}`);
}

/** Adds Stripe's hint that the missing object exists in the other mode. */
export function inOtherMode(error: ApiError, livemode: boolean): ApiError {
  const [there, used] = livemode ? ['test', 'live'] : ['live', 'test'];
  const reason = `a similar object exists in ${there} mode, but a ${used} mode key was used to make this request.`;
  return error.reworded(`${error.message}; ${reason}`);
}
