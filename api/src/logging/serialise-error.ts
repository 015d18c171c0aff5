import { scrub } from './scrub.ts';

export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** Stripe's id of the request. */
  readonly requestId?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const MAX_TEXT = 2000;
const MAX_DEPTH = 5;

/** Logs only the listed fields: an SDK's error may carry whole requests and responses. */
export function serialiseError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: clean(String(error)) };
  const code = 'code' in error ? error.code : undefined;
  const requestId = 'requestId' in error ? error.requestId : undefined;
  // Stripe's SDK stores the cause of a failed connection in `detail`.
  const cause =
    error.cause ?? ('detail' in error && error.detail instanceof Error ? error.detail : undefined);
  return {
    type: error.name,
    message: clean(error.message),
    ...(typeof code === 'string' && { code }),
    ...(typeof requestId === 'string' && { requestId }),
    ...(error.stack && { stack: clean(error.stack) }),
    ...(cause !== undefined && depth < MAX_DEPTH && { cause: serialiseError(cause, depth + 1) }),
  };
}

const clean = (text: string) => scrub(text).slice(0, MAX_TEXT);
