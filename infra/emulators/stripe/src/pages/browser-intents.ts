import { confirmPayment } from '../billing/confirm-payment.ts';
import { type CardDetails, createPaymentMethod } from '../billing/save-card.ts';
import { confirmSetup, rejectUnlessOpen } from '../billing/set-up-card.ts';
import type { Context } from '../context.ts';
import { ApiError, invalidRequest, rejected } from '../errors/api-error.ts';
import { requireIntent, requireSetupIntent } from '../lookup/lookup.ts';
import type { PaymentIntent, SetupIntent } from '../state/payment-entities.ts';
import { paymentIntentWire } from '../wire/payment-intent-wire.ts';
import { publicIntent } from '../wire/public-intent.ts';
import { setupIntentWire } from '../wire/setup-intent-wire.ts';
import { written } from '../wire/written.ts';

export function intentOfSecret(context: Context, secret: string): PaymentIntent | SetupIntent {
  const [id = ''] = secret.split('_secret_');
  const intent = id.startsWith('seti_') ? requireSetupIntent(context, id) : requireIntent(context, id);
  if (intent.clientSecret === secret) return intent;
  const kind = id.startsWith('seti_') ? 'SetupIntent' : 'PaymentIntent';
  throw invalidRequest(`The client_secret provided does not match the client_secret of the ${kind}.`, {
    param: 'client_secret',
  });
}

export function shownToBrowser(context: Context, intent: PaymentIntent | SetupIntent): object {
  const wire = 'amount' in intent ? paymentIntentWire(context, intent) : setupIntentWire(context, intent);
  return written(context, publicIntent(wire));
}

/**
 * Confirms with the entered card. A decline is returned as an error so that its side effects are committed.
 */
export function confirmFromBrowser(
  context: Context,
  intent: PaymentIntent | SetupIntent,
  card: CardDetails,
): object | ApiError {
  return context.store.transact(() => {
    try {
      return shownToBrowser(context, confirmed(context, intent, card));
    } catch (error) {
      if (error instanceof ApiError && error.type === 'card_error') return error;
      throw error;
    }
  });
}

function confirmed(
  context: Context,
  intent: PaymentIntent | SetupIntent,
  card: CardDetails,
): PaymentIntent | SetupIntent {
  if ('amount' in intent) rejectManual(intent);
  const method = createPaymentMethod(context, card, context.time.now());
  // No return URL is stored, because Stripe's script handles authentication itself.
  if ('amount' in intent)
    return confirmPayment(context, intent, { method, offSession: false, returnUrl: null });
  rejectUnlessOpen(context, intent, 'confirm');
  return confirmSetup(context, { ...intent, paymentMethod: method.id, status: 'requires_confirmation' });
}

/** Only the secret key confirms it. */
function rejectManual({ confirmationMethod, id }: PaymentIntent): void {
  if (confirmationMethod !== 'manual') return;
  throw rejected(
    `This PaymentIntent ${id} cannot be confirmed using your publishable key because its \`confirmation_method\` is set to \`manual\`. Please use your secret key instead, or create a PaymentIntent with \`confirmation_method\` set to \`automatic\`.`,
  );
}
