export type ApiErrorType =
  | 'api_error'
  | 'card_error'
  | 'idempotency_error'
  | 'invalid_request_error'
  | 'rate_limit_error';

export interface ApiErrorDetails {
  readonly code?: string;
  readonly param?: string;
  readonly declineCode?: string;
  readonly paymentIntent?: unknown;
  readonly paymentMethod?: unknown;
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
    const { code, param, declineCode, paymentIntent, paymentMethod } = this.details;
    return {
      error: {
        ...(code === undefined ? {} : { code }),
        ...(declineCode === undefined ? {} : { decline_code: declineCode }),
        message: this.message,
        ...(param === undefined ? {} : { param }),
        ...(paymentIntent === undefined ? {} : { payment_intent: paymentIntent }),
        ...(paymentMethod === undefined ? {} : { payment_method: paymentMethod }),
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
  const details = { code: 'resource_missing', param };
  return new ApiError(status, 'invalid_request_error', `No such ${kind}: '${id}'`, details);
}

export function notSupported(what: string): ApiError {
  return new ApiError(501, 'api_error', `The Stripe emulator does not support ${what}.`, {
    code: 'emulator_not_supported',
  });
}
