import { methodFor } from '../billing/ready-made-method.ts';
import type { Context } from '../context.ts';
import { defined } from '../defined.ts';
import { rejected } from '../errors/api-error.ts';
import { type Endpoint, post } from '../http/endpoint.ts';
import { resource } from '../http/resource.ts';
import { finder } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { oneOf, optional, type ReadValue, text } from '../params/reader.ts';
import { customerShippingParam, readShipping } from '../params/shipping.ts';
import { returnAddress } from '../params/url.ts';
import { newId } from '../state/identifiers.ts';
import type { ConfirmationToken } from '../state/payment-entities.ts';
import { confirmationTokenWire, expiresAt } from '../wire/confirmation-token-wire.ts';
import { givenMethod, methodDataParam } from './manage-payment-methods.ts';

const createParams = object({
  payment_method: optional(text()),
  payment_method_data: methodDataParam,
  return_url: optional(returnAddress),
  setup_future_usage: optional(oneOf('off_session', 'on_session')),
  shipping: customerShippingParam,
});

const tokens = resource(
  '/v1/confirmation_tokens',
  finder('confirmationtoken', 'confirmationTokens'),
  confirmationTokenWire,
);

export const confirmationTokenEndpoints: readonly Endpoint[] = [
  tokens.retrieve,
  post('/v1/test_helpers/confirmation_tokens', createParams, create),
];

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const method = givenMethod(context, params);
  return tokens.created(
    context,
    defined({
      id: newId('ctoken'),
      created: context.time.now(),
      paymentMethod: method && methodFor(context, method, 'payment_method').id,
      returnUrl: params.return_url,
      setupFutureUsage: params.setup_future_usage,
      shipping: readShipping(params.shipping, undefined) ?? undefined,
    }),
  );
}

/** A confirmation token that a request names; undefined if it names none. */
function usableToken(context: Context, id: string | undefined): ConfirmationToken | undefined {
  if (id === undefined) return undefined;
  const token = tokens.find(context, id, 'confirmation_token');
  const { paymentIntent, setupIntent } = token;
  if (paymentIntent !== undefined || setupIntent !== undefined) {
    throw unusable(`has already been used to confirm ${paymentIntent ?? setupIntent}`, token);
  }
  if (context.time.now() >= expiresAt(token)) throw unusable('has expired', token);
  return token;
}

function unusable(why: string, { id }: ConfirmationToken): Error {
  return rejected(`The ConfirmationToken ${id} ${why}. Please create a new ConfirmationToken.`, {
    param: 'confirmation_token',
  });
}

interface Confirmed {
  readonly confirmation_token?: string | undefined;
  readonly payment_method?: string | undefined;
  readonly payment_method_data?: unknown;
  readonly return_url?: string | undefined;
}

/** The token that a confirmation names, and its parameters with those of the token, which count only if it lacks them. */
export function withToken<P extends Confirmed>(
  context: Context,
  params: P,
): { readonly token: ConfirmationToken | undefined; readonly params: P } {
  const token = usableToken(context, params.confirmation_token);
  if (token === undefined) return { token, params };
  const hasMethod = params.payment_method !== undefined || params.payment_method_data !== undefined;
  const given = {
    payment_method: hasMethod ? undefined : token.paymentMethod,
    return_url: token.returnUrl,
    setup_future_usage: token.setupFutureUsage,
  };
  return { token, params: { ...defined(given), ...params } };
}

/** A token confirms once, even if the payment then fails. */
export function useToken(
  context: Context,
  token: ConfirmationToken | undefined,
  use: Pick<ConfirmationToken, 'paymentIntent' | 'setupIntent'>,
): void {
  if (token !== undefined) context.store.confirmationTokens.put({ ...token, ...use });
}
