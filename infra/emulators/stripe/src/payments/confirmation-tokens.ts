import type Stripe from 'stripe';
import { givenMethod, methodDataParam } from '../customers/methods/manage-payment-methods.ts';
import { previewWire } from '../customers/methods/payment-method.ts';
import { methodFor } from '../customers/methods/ready-made-method.ts';
import { rejected } from '../description/api-error.ts';
import { defined } from '../description/json.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, post } from '../kinds/endpoint.ts';
import { finder, newId } from '../kinds/objects.ts';
import { customerShippingParam, readShipping, type Shipping } from '../kinds/params/address.ts';
import { describedParams } from '../kinds/params/as-described.ts';
import { object } from '../kinds/params/composite.ts';
import { optional } from '../kinds/params/reader.ts';
import { returnAddress } from '../kinds/params/texts.ts';
import { resource } from '../kinds/resource.ts';
import { type Entity, shown, unset } from '../kinds/store/kind-type.ts';

/** What a browser collected for one confirmation. All that it did not collect is absent. */
export interface ConfirmationToken extends Entity {
  readonly payment_method?: string;
  readonly return_url?: string;
  readonly setup_future_usage?: 'off_session' | 'on_session';
  readonly shipping?: Shipping;
  /** What it was used for; both are absent until then. */
  readonly payment_intent?: string;
  readonly setup_intent?: string;
}

const EXPIRES_AFTER_SECONDS = 12 * 3600;

/** When a token can no longer be used. */
function tokenExpiry({ created }: ConfirmationToken): number {
  return created + EXPIRES_AFTER_SECONDS;
}

const PLAIN = { ...unset<Stripe.ConfirmationToken>('confirmation_token'), use_stripe_sdk: true };

const show = shown<Stripe.ConfirmationToken>('confirmation_token', PLAIN, ['payment_method']);

const described = describedParams<Stripe.PaymentIntentCreateParams>(
  'POST /v1/test_helpers/confirmation_tokens',
);

const createParams = object({
  ...described('payment_method', 'setup_future_usage'),
  payment_method_data: methodDataParam,
  return_url: optional(returnAddress),
  shipping: customerShippingParam,
});

const tokens = resource(
  '/v1/confirmation_tokens',
  finder('confirmationtoken', 'confirmationTokens'),
  ({ store }, token) => {
    const method = store.paymentMethods.get(token.payment_method ?? '');
    const preview = method === undefined ? null : previewWire(method);
    return show(token, { expires_at: tokenExpiry(token), payment_method_preview: preview });
  },
);

export const confirmationTokenEndpoints: readonly Endpoint[] = [
  tokens.retrieve,
  post('/v1/test_helpers/confirmation_tokens', createParams, (context, params) => {
    const method = givenMethod(context, params);
    return tokens.created(
      context,
      defined({
        id: newId('ctoken'),
        created: context.time.now(),
        payment_method: method && methodFor(context, method, 'payment_method').id,
        return_url: params.return_url,
        setup_future_usage: params.setup_future_usage,
        shipping: readShipping(params.shipping, undefined) ?? undefined,
      }),
    );
  }),
];

/** A confirmation token that a request names; undefined if it names none. */
function usableToken(context: Context, id: string | undefined): ConfirmationToken | undefined {
  if (id === undefined) return undefined;
  const token = tokens.find(context, id, 'confirmation_token');
  const { payment_intent, setup_intent } = token;
  if (payment_intent !== undefined || setup_intent !== undefined) {
    throw unusable(`has already been used to confirm ${payment_intent ?? setup_intent}`, token);
  }
  if (context.time.now() >= tokenExpiry(token)) throw unusable('has expired', token);
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
    payment_method: hasMethod ? undefined : token.payment_method,
    return_url: token.return_url,
    setup_future_usage: token.setup_future_usage,
  };
  return { token, params: { ...defined(given), ...params } };
}

/** A token confirms once, even if the payment then fails. */
export function useToken(
  context: Context,
  token: ConfirmationToken | undefined,
  use: Pick<ConfirmationToken, 'payment_intent' | 'setup_intent'>,
): void {
  if (token !== undefined) context.store.confirmationTokens.put({ ...token, ...use });
}
