import type Stripe from 'stripe';
import type { SetupIntent } from '../state/payment-entities.ts';

export function setupIntentWire(intent: SetupIntent): Stripe.SetupIntent {
  const { lastError } = intent;
  return {
    ...UNUSED,
    id: intent.id,
    object: 'setup_intent',
    client_secret: intent.clientSecret,
    created: intent.created,
    customer: intent.customer,
    description: intent.description,
    last_setup_error:
      lastError === null
        ? null
        : {
            code: lastError.code,
            ...(lastError.declineCode === null ? {} : { decline_code: lastError.declineCode }),
            message: lastError.message,
            type: 'card_error',
          },
    metadata: intent.metadata,
    next_action: intent.status === 'requires_action' ? { type: 'use_stripe_sdk', use_stripe_sdk: {} } : null,
    payment_method: intent.paymentMethod,
    status: intent.status,
    usage: intent.usage,
  };
}

const UNUSED = {
  allowed_payment_method_types: null,
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  customer_account: null,
  excluded_payment_method_types: null,
  flow_directions: null,
  latest_attempt: null,
  livemode: false,
  managed_payments: { enabled: false },
  mandate: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: {
    card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' as const },
  },
  payment_method_types: ['card'],
  single_use_mandate: null,
};
