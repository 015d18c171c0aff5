import type Stripe from 'stripe';
import { invalidRequest } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, get } from '../kinds/endpoint.ts';
import type { Find } from '../kinds/objects.ts';
import { callParams } from '../kinds/params/as-described.ts';
import { object } from '../kinds/params/composite.ts';
import { clearable, integer, optional, type Reader, text } from '../kinds/params/reader.ts';
import { cardDescriptor, readStatementDescriptor } from '../kinds/params/texts.ts';

export const descriptors = {
  statement_descriptor: optional(cardDescriptor),
  statement_descriptor_suffix: clearable(readStatementDescriptor),
} as const;

export const paymentAmount: Reader<number> = (value, name) => {
  const amount = integer()(value, name);
  if (amount > 0) return amount;
  throw invalidRequest(
    'The amount must be greater than or equal to the minimum charge amount allowed for your account and the currency set (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).  If you want to save a Payment Method for future use without an immediate payment, use a Setup Intent instead: https://docs.stripe.com/payments/setup-intents',
    { code: 'parameter_invalid_integer', param: name },
  );
};

/** What verifies a bank account. */
export const depositParams = callParams<
  Stripe.PaymentIntentVerifyMicrodepositsParams & { readonly client_secret?: string }
>('POST /v1/payment_intents/:id/verify_microdeposits');

/** A page or a phone may read and confirm only the intent whose secret it knows. */
export function rejectOtherSecret(
  kind: 'PaymentIntent' | 'SetupIntent',
  { client_secret }: { readonly client_secret: string },
  given: string | undefined,
): void {
  if (given === undefined || given === client_secret) return;
  throw invalidRequest(`The client_secret provided does not match the client_secret of the ${kind}.`, {
    param: 'client_secret',
  });
}

const params = object({ client_secret: optional(text()) });

/** The retrieval of an intent, which a page or a phone makes with its secret. */
export function secretRetrieval<T extends { readonly client_secret: string }>(
  path: string,
  kind: 'PaymentIntent' | 'SetupIntent',
  find: Find<T>,
  wire: (context: Context, intent: T) => object,
): Endpoint {
  return get(`${path}/:id`, params, (context, { client_secret: secret }, { id = '' }) => {
    const intent = find(context, id);
    rejectOtherSecret(kind, intent, secret);
    return wire(context, intent);
  });
}
