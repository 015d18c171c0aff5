import { ERRORS, type ErrorCode } from '@outharbor/contract/errors';

export interface AppErrorOptions {
  readonly cause?: unknown;
  /** Replaces the catalogue's message; must be safe to show to anyone. */
  readonly message?: string;
  /** Seconds until a retry makes sense; defaults to 2 for a 503. */
  readonly retryAfter?: number;
}

/** A failure from the error catalogue; the cause is only logged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds until a retry makes sense; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.retryAfter = options.retryAfter ?? (this.status === 503 ? 2 : undefined);
  }
}

export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
  return error instanceof AppError && (code === undefined || error.code === code);
}
