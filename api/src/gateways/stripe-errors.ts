import Stripe from 'stripe';
import { AppError } from '../errors/app-error.ts';

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

/** Stripe's 400 for an object whose state does not allow the call any more. */
export function isRefusedByState(error: unknown): boolean {
  return error instanceof StripeError && error.statusCode === 400 && error.code !== 'resource_missing';
}

export function isAlreadyRefunded(error: unknown): boolean {
  return error instanceof StripeError && error.code === 'charge_already_refunded';
}
