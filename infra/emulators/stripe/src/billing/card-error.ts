import { ApiError } from '../errors/api-error.ts';
import type { PaymentFailure } from '../state/payment-entities.ts';

/** A declined card as the API answers it: 402. */
export function cardError(failure: PaymentFailure, paymentIntent?: object): ApiError {
  const { code, declineCode, message } = failure;
  return new ApiError(402, 'card_error', message, {
    code,
    ...(declineCode === null ? {} : { declineCode }),
    ...(paymentIntent === undefined ? {} : { paymentIntent }),
  });
}
