import Stripe from 'stripe';
import { AppError } from '../../errors/app-error.ts';

const { StripeAPIError, StripeConnectionError, StripeError, StripeRateLimitError } = Stripe.errors;

/** Whatever Stripe could answer later is `dependency_unavailable`; what it will always refuse is our fault. */
export function translateStripeError(error: unknown): AppError {
  if (!(error instanceof StripeError)) {
    // The SDK throws plain errors when an answer is not what it says: cut off, HTML, or of another shape.
    return new AppError('dependency_unavailable', { cause: error });
  }
  const temporary =
    error instanceof StripeConnectionError ||
    error instanceof StripeRateLimitError ||
    error instanceof StripeAPIError ||
    error.statusCode === 409 ||
    (error.statusCode ?? 500) >= 500;
  return new AppError(temporary ? 'dependency_unavailable' : 'internal_error', { cause: error });
}

/** Whether Stripe knows no such object, where `param` is given the one that this parameter names. */
export function isMissingAtStripe(error: unknown, param?: string): boolean {
  return (
    error instanceof StripeError &&
    error.code === 'resource_missing' &&
    (param === undefined || error.param === param)
  );
}

/** A price that was archived or deleted since it was asked for. */
export function isRefusedPrice(error: unknown): boolean {
  return error instanceof StripeError && (error.param ?? '').startsWith('line_items');
}

/** Stripe's 400 for an object whose state does not allow the call any more. */
export function isRefusedByState(error: unknown): boolean {
  return error instanceof StripeError && error.statusCode === 400 && error.code !== 'resource_missing';
}

export function isAlreadyRefunded(error: unknown): boolean {
  return error instanceof StripeError && error.code === 'charge_already_refunded';
}

export function isDisputed(error: unknown): boolean {
  return error instanceof StripeError && error.code === 'charge_disputed';
}

/** A restricted key without the permission that a call needs. */
export function isForbidden(error: unknown): boolean {
  return error instanceof StripeError && error.statusCode === 403;
}

/** What Stripe answered to an earlier request with the same key, and repeats. */
export function isReplayed(headers: Readonly<Record<string, string>> | undefined): boolean {
  return headers?.['idempotent-replayed'] === 'true';
}

/** A failure of Stripe's own that it repeats for an idempotency key. */
export function isReplayedFailure(error: unknown): boolean {
  return error instanceof StripeError && (error.statusCode ?? 0) >= 500 && isReplayed(error.headers);
}

/** Another request has used the same key, or uses it now, and said something else. */
export function isIdempotencyConflict(error: unknown): boolean {
  return (
    error instanceof StripeError &&
    (error.type === 'StripeIdempotencyError' || error.code === 'idempotency_key_in_use')
  );
}
