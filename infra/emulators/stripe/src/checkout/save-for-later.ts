import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import { newId } from '../state/identifiers.ts';
import type { SetupIntent } from '../state/payment-entities.ts';
import { setupIntentWire } from '../wire/setup-intent-wire.ts';

interface Saved {
  readonly customer: string | null;
  readonly paymentMethod: string | null;
  readonly now: number;
}

/** What a session in setup mode leaves: a setup intent that has succeeded. */
export function saveForLater(
  context: Context,
  { intentData }: CheckoutSession,
  { customer, paymentMethod, now }: Saved,
): SetupIntent {
  const id = newId('seti');
  const intent: SetupIntent = {
    id,
    created: now,
    customer,
    description: intentData.description,
    clientSecret: newId(`${id}_secret`),
    status: 'requires_payment_method',
    paymentMethod: null,
    lastError: null,
    usage: 'off_session',
    metadata: intentData.metadata,
  };
  emit(context, 'setup_intent.created', setupIntentWire(context.store.setupIntents.put(intent)));
  const saved = context.store.setupIntents.put({ ...intent, status: 'succeeded', paymentMethod });
  emit(context, 'setup_intent.succeeded', setupIntentWire(saved));
  return saved;
}
