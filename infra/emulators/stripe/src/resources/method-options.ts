import { object } from '../params/composite.ts';
import { oneOf, optional, type ReadValue } from '../params/reader.ts';
import type { ThreeDSecure } from '../state/payment-entities.ts';

const threeDSecure = optional(oneOf('any', 'automatic', 'challenge'));

/** Options for cards: whether the cardholder is asked to authenticate even if the bank does not insist. */
export const methodOptionsParam = optional(
  object({ card: optional(object({ request_three_d_secure: threeDSecure })) }),
);

/** Undefined if the request does not say. */
export function threeDSecureOf(given: ReadValue<typeof methodOptionsParam>): ThreeDSecure | undefined {
  return given?.card?.request_three_d_secure;
}
