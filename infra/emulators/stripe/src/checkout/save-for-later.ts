import { createSetupIntent, succeedSetup } from '../billing/set-up-card.ts';
import type { Context } from '../context.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import type { SetupIntent } from '../state/payment-entities.ts';

interface Saved {
  readonly customer: string | null;
  readonly paymentMethod: string | null;
  readonly now: number;
}

/** Creates the succeeded setup intent of a session in setup mode. */
export function saveForLater(
  context: Context,
  { intentData }: CheckoutSession,
  { customer, paymentMethod, now }: Saved,
): SetupIntent {
  const { description, metadata } = intentData;
  const intent = createSetupIntent(context, { customer, description, metadata, usage: 'off_session', now });
  return succeedSetup(context, intent, paymentMethod);
}
