export type ApiErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

export interface ApiErrorDetails {
  readonly code?: string;
  readonly param?: string;
  readonly declineCode?: string;
  readonly paymentIntent?: unknown;
  readonly paymentMethod?: unknown;
  readonly setupIntent?: unknown;
  /** For the header of a 429; not part of the answer. */
  readonly rateLimitReason?: string;
  /** The id of an object that is not there; not part of the answer. */
  readonly missing?: string;
}

/** An answer in Stripe's error shape. */
export class ApiError extends Error {
  readonly status: number;
  readonly type: ApiErrorType;
  readonly details: ApiErrorDetails;
  /** True when the request never reached an operation: its idempotency key stays free for another try. */
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

  toBody(): Record<string, unknown> {
    const { code, param, declineCode, paymentIntent, paymentMethod, setupIntent } = this.details;
    return {
      error: {
        ...(code === undefined ? {} : { code }),
        ...(declineCode === undefined ? {} : { decline_code: declineCode }),
        message: this.message,
        ...(param === undefined ? {} : { param }),
        ...(paymentIntent === undefined ? {} : { payment_intent: paymentIntent }),
        ...(paymentMethod === undefined ? {} : { payment_method: paymentMethod }),
        ...(setupIntent === undefined ? {} : { setup_intent: setupIntent }),
        type: this.type,
      },
    };
  }
}

/** The parameters themselves are wrong: 400, and nothing was carried out. */
export function invalidRequest(message: string, details: ApiErrorDetails = {}): ApiError {
  return new ApiError(400, 'invalid_request_error', message, details, true);
}

/** The parameters are well formed, but the operation refuses them: 400. */
export function refused(message: string, details: ApiErrorDetails = {}): ApiError {
  return new ApiError(400, 'invalid_request_error', message, details);
}

export function missingParameter(param: string): ApiError {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

/** 404 where the path names the object, 400 where a parameter does. */
export function noSuch(kind: string, id: string, param = 'id'): ApiError {
  const status = param === 'id' ? 404 : 400;
  const details = { code: 'resource_missing', param, missing: id };
  return new ApiError(status, 'invalid_request_error', `No such ${kind}: '${id}'`, details);
}

/** Something that Stripe has and the emulator lacks: 501. Nothing was carried out. */
export function notSupported(what: string, param?: string): ApiError {
  const details = { code: 'emulator_not_supported', ...(param === undefined ? {} : { param }) };
  return new ApiError(501, 'api_error', `The Stripe emulator does not support ${what}.`, details, true);
}

export function rateLimited(rateLimitReason: string): ApiError {
  const message =
    'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.';
  const details = { code: 'rate_limit', rateLimitReason };
  return new ApiError(429, 'invalid_request_error', message, details, true);
}

/** The error of a missing object that is there in the mode that the request was not made in. */
export function inOtherMode({ status, type, message, details }: ApiError, livemode: boolean): ApiError {
  const [there, used] = livemode ? ['test', 'live'] : ['live', 'test'];
  const reason = `a similar object exists in ${there} mode, but a ${used} mode key was used to make this request.`;
  return new ApiError(status, type, `${message}; ${reason}`, details);
}
