import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { unset } from '../description/unset.ts';
import type { SetupIntent } from '../state/payment-entities.ts';
import { lastErrorWire } from './last-error-wire.ts';
import { nextActionWire } from './next-action-wire.ts';
import { automaticMethodsWire, methodTypesWire } from './payment-intent-wire.ts';

export function setupIntentWire(context: Context, intent: SetupIntent): Stripe.SetupIntent {
  return {
    ...UNUSED,
    ...automaticMethodsWire(context, intent),
    id: intent.id,
    object: 'setup_intent',
    client_secret: intent.clientSecret,
    cancellation_reason: intent.cancellationReason ?? null,
    created: intent.created,
    customer: intent.customer,
    description: intent.description,
    last_setup_error: lastErrorWire(context.store, intent),
    latest_attempt: intent.attempts?.at(-1)?.id ?? null,
    [intent.singleUse ? 'single_use_mandate' : 'mandate']: intent.mandate ?? null,
    metadata: intent.metadata,
    next_action: nextActionWire(context, intent),
    ...methodTypesWire(context, intent, {
      mandate_options: intent.mandateOptions ?? null,
      network: null,
      request_three_d_secure: intent.threeDSecure ?? 'automatic',
    }),
    on_behalf_of: intent.onBehalfOf ?? null,
    payment_method: intent.status === 'requires_payment_method' ? null : intent.paymentMethod,
    status: intent.status,
    usage: intent.usage,
  };
}

const UNUSED = {
  ...unset<Stripe.SetupIntent>('setup_intent'),
  livemode: false,
  managed_payments: { enabled: false },
};
