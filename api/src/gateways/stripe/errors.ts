import Stripe from 'stripe';
import { AppError } from '../../errors/app-error.ts';
import { toOutage } from '../dependency.ts';

const { StripeAPIError, StripeConnectionError, StripeError, StripeRateLimitError } = Stripe.errors;

/** Temporary failures become `dependency_unavailable`; what always fails, `dependency_rejected`. */
export function translateStripeError(error: unknown): AppError {
  if (!(error instanceof StripeError)) {
    // The SDK throws plain errors for responses that are truncated, HTML or of an unexpected shape.
    return toOutage(error);
  }
  const temporary =
    error instanceof StripeConnectionError ||
    error instanceof StripeRateLimitError ||
    error instanceof StripeAPIError ||
    error.statusCode === 409 ||
    (error.statusCode ?? 500) >= 500;
  return new AppError(temporary ? 'dependency_unavailable' : 'dependency_rejected', { cause: error });
}

export function isMissingAtStripe(error: unknown, param?: string): boolean {
  return (
    error instanceof StripeError &&
    error.code === 'resource_missing' &&
    (param === undefined || error.param === param)
  );
}

export function isRejectedEmail(error: unknown): boolean {
  return error instanceof StripeError && error.statusCode === 400 && error.param === 'email';
}

/** The price was archived or deleted since it was looked up. */
export function isRejectedPrice(error: unknown): boolean {
  return error instanceof StripeError && (error.param ?? '').startsWith('line_items');
}

export function isRejectedByState(error: unknown): boolean {
  return (
    error instanceof StripeError &&
    error.statusCode === 400 &&
    error.code !== 'resource_missing' &&
    !isKeyUsed(error)
  );
}

export function isUnpaid(error: unknown): boolean {
  return error instanceof StripeError && error.statusCode === 402;
}

export function isAlreadyRefunded(error: unknown): boolean {
  return error instanceof StripeError && error.code === 'charge_already_refunded';
}

export function isDisputed(error: unknown): boolean {
  return error instanceof StripeError && error.code === 'charge_disputed';
}

export function isForbidden(error: unknown): boolean {
  return error instanceof StripeError && error.statusCode === 403;
}

/** Another request with the same key is running. */
export function isKeyInUse(error: unknown): boolean {
  return error instanceof StripeError && error.code === 'idempotency_key_in_use';
}

/** An earlier request with the same key had other parameters. */
export function isKeyUsed(error: unknown): boolean {
  return error instanceof StripeError && error.type === 'StripeIdempotencyError' && !isKeyInUse(error);
}

export const isMissingCustomer = (error: unknown): boolean => isMissingAtStripe(error, 'customer');

/** It ended or was deleted in the meantime. */
export const isGone = (error: unknown): boolean => isMissingAtStripe(error) || isRejectedByState(error);

/** What `work` resolves with, or `instead` if it fails as expected. */
export async function orElse<const T, const Other>(
  isExpected: (error: unknown) => boolean,
  instead: Other,
  work: () => Promise<T>,
): Promise<T | Other> {
  try {
    return await work();
  } catch (error) {
    if (isExpected(error)) return instead;
    throw error;
  }
}
