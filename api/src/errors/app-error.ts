import { ERRORS, type ErrorCode } from '@outharbor/contract/errors';

export interface AppErrorOptions {
  readonly cause?: unknown;
  /** Replaces the catalogue's message; must be safe to show to anyone. */
  readonly message?: string;
  /** Seconds after which trying again makes sense; 2 where a dependency is unavailable. */
  readonly retryAfter?: number;
}

/** A failure with an entry in the error catalogue; the cause is for the log only. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
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
