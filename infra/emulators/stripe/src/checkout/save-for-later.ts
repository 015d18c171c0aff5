import { type Context, requireFound } from '../kinds/context.ts';
import type { SetupIntent } from '../payments/payment-entities.ts';
import { createSetupIntent, succeedSetup } from '../payments/set-up-card.ts';
import type { CheckoutSession } from './checkout-entities.ts';

/** Creates the setup intent of a session in setup mode. */
export function startSetup(
  context: Context,
  { customer, intentData }: Pick<CheckoutSession, 'customer' | 'intentData'>,
  now: number,
): SetupIntent {
  const { description, metadata } = intentData;
  return createSetupIntent(context, { customer, description, metadata, usage: 'off_session', now });
}

/** Completes that setup intent. */
export function saveForLater(
  context: Context,
  session: CheckoutSession,
  customer: string | null,
  payment_method: string | null,
): SetupIntent {
  const begun = requireFound(
    context.store.setupIntents.get(session.setup_intent ?? ''),
    'setup of the session',
  );
  return succeedSetup(context, { ...begun, customer }, payment_method);
}
