import { object } from '../params/composite.ts';
import { clearable, oneOf, optional, type ReadValue } from '../params/reader.ts';
import type { CardOptions, ThreeDSecure } from '../state/payment-entities.ts';

const threeDSecure = optional(oneOf('any', 'automatic', 'challenge'));

/** Options for cards: whether the cardholder is asked to authenticate even if the bank does not insist. */
export const methodOptionsParam = optional(
  object({ card: optional(object({ request_three_d_secure: threeDSecure })) }),
);

/** The same for a payment, whose card may be captured and saved otherwise than its other payment methods. */
export const intentOptionsParam = optional(
  object({
    card: optional(
      object({
        capture_method: optional(oneOf('manual')),
        request_three_d_secure: threeDSecure,
        setup_future_usage: clearable(oneOf('none', 'off_session', 'on_session')),
      }),
    ),
  }),
);

/** What a payment says of its card; undefined parts stay as they are. */
export function readCardOptions(given: ReadValue<typeof intentOptionsParam>): CardOptions {
  const { capture_method: captureMethod, setup_future_usage: usage } = given?.card ?? {};
  return {
    ...(captureMethod && { captureMethod }),
    ...(usage && { setupFutureUsage: usage }),
  };
}

/** Undefined if the request does not say. */
export function readThreeDSecure(
  given: ReadValue<typeof methodOptionsParam | typeof intentOptionsParam>,
): ThreeDSecure | undefined {
  return given?.card?.request_three_d_secure;
}
