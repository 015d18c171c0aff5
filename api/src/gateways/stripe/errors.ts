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

type StripeFailure = InstanceType<typeof StripeError>;

/** The test of one kind of failure; what else was thrown is none. */
const isError =
  (matches: (error: StripeFailure) => boolean) =>
  (error: unknown): boolean =>
    error instanceof StripeError && matches(error);

export const isMissingAtStripe = isError(({ code }) => code === 'resource_missing');
export const isMissingCustomer = isError(
  ({ code, param }) => code === 'resource_missing' && param === 'customer',
);
export const isRejectedEmail = isError(({ statusCode, param }) => statusCode === 400 && param === 'email');
/** The price was archived or deleted since it was looked up. */
export const isRejectedPrice = isError(({ param = '' }) => param.startsWith('line_items'));
export const isUnpaid = isError(({ statusCode }) => statusCode === 402);
export const isAlreadyRefunded = isError(({ code }) => code === 'charge_already_refunded');
export const isDisputed = isError(({ code }) => code === 'charge_disputed');
export const isForbidden = isError(({ statusCode }) => statusCode === 403);
/** Another request with the same key is running. */
export const isKeyInUse = isError(({ code }) => code === 'idempotency_key_in_use');
/** An earlier request with the same key had other parameters. */
export const isKeyUsed = isError((error) => error.type === 'StripeIdempotencyError' && !isKeyInUse(error));
export const isRejectedByState = isError(
  (error) => error.statusCode === 400 && !isMissingAtStripe(error) && !isKeyUsed(error),
);
/** It ended or was deleted in the meantime. */
export const isGone = isError((error) => isMissingAtStripe(error) || isRejectedByState(error));

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
