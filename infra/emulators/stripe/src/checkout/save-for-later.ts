import type { Context } from '../kinds/context.ts';
import type { SetupIntent } from '../payments/payment-entities.ts';
import { createSetupIntent, succeedSetup } from '../payments/set-up-card.ts';
import type { CheckoutSession } from './checkout-entities.ts';

interface Saved {
  readonly customer: string | null;
  readonly payment_method: string | null;
  readonly now: number;
}

/** Creates the setup intent of a session in setup mode. */
export function startSetup(
  context: Context,
  { customer, intentData }: Pick<CheckoutSession, 'customer' | 'intentData'>,
  now: number,
): SetupIntent {
  const { description, metadata } = intentData;
  return createSetupIntent(context, { customer, description, metadata, usage: 'off_session', now });
}

/** Completes that setup intent; a session saved by an earlier version has none yet. */
export function saveForLater(
  context: Context,
  session: CheckoutSession,
  { customer, payment_method, now }: Saved,
): SetupIntent {
  const begun =
    context.store.setupIntents.get(session.setup_intent ?? '') ?? startSetup(context, session, now);
  return succeedSetup(context, { ...begun, customer }, payment_method);
}
