import type Stripe from 'stripe';
import { unset } from '../description/unset.ts';
import { putting } from '../kinds/announce.ts';
import type { Context } from '../kinds/context.ts';
import { finder } from '../kinds/lookup.ts';
import { lastErrorWire } from './last-error.ts';
import type { SetupIntent } from './payment-entities.ts';
import { intentWire, methodTypesWire } from './payment-intent.ts';

export function setupIntentWire(context: Context, intent: SetupIntent): Stripe.SetupIntent {
  return {
    ...unset<Stripe.SetupIntent>('setup_intent'),
    ...intentWire(context, intent, 'setup_intent'),
    cancellation_reason: intent.cancellation_reason ?? null,
    last_setup_error: lastErrorWire(context.store, intent),
    latest_attempt: intent.attempts?.at(-1)?.id ?? null,
    [intent.single_use ? 'single_use_mandate' : 'mandate']: intent.mandate ?? null,
    ...methodTypesWire(context, intent, {
      mandate_options: intent.mandate_options ?? null,
      network: null,
      request_three_d_secure: intent.threeDSecure ?? 'automatic',
    }),
    on_behalf_of: intent.on_behalf_of ?? null,
    usage: intent.usage,
  };
}

export const requireSetupIntent = finder('setupintent', 'setupIntents');

export const putSetup = putting(({ setupIntents }) => setupIntents, setupIntentWire);
