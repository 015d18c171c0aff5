import type Stripe from 'stripe';
import type { Context } from '../kinds/context.ts';
import { finder, putting } from '../kinds/objects.ts';
import { shown, unset } from '../kinds/store/kind-type.ts';
import type { SetupIntent } from './payment-entities.ts';
import { intentWire, lastErrorWire, methodTypesWire } from './payment-intent.ts';

const PLAIN = { ...unset<Stripe.SetupIntent>('setup_intent'), managed_payments: { enabled: false } };

/** What Stripe does not show, or shows in another form. */
const OWN = 'attempts automaticMethods lastError methodTypes return_url single_use subscription usesScript';

const show = shown<Stripe.SetupIntent>('setup_intent', PLAIN, OWN.split(' '));

export function setupIntentWire(context: Context, intent: SetupIntent): Stripe.SetupIntent {
  return show(intent, {
    ...intentWire(context, intent),
    last_setup_error: lastErrorWire(context.store, intent),
    latest_attempt: intent.attempts?.at(-1)?.id ?? null,
    mandate: null,
    [intent.single_use ? 'single_use_mandate' : 'mandate']: intent.mandate ?? null,
    ...methodTypesWire(context, intent, 'POST /v1/setup_intents', { mandate_options: null, network: null }),
  });
}

export const requireSetupIntent = finder('setupintent', 'setupIntents');

export const putSetup = putting('setupIntents', setupIntentWire);
