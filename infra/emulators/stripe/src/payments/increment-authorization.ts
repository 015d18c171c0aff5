import { cardError } from '../customers/methods/card-error.ts';
import { declined, type TestCard } from '../customers/methods/test-card.ts';
import { testCardByName } from '../customers/methods/test-cards.ts';
import { rejected } from '../description/api-error.ts';
import { type Context, requireFound } from '../kinds/context.ts';
import { changeCharge } from './charge.ts';
import type { Charge, PaymentIntent } from './payment-entities.ts';
import { paymentIntentWire, putPayment } from './payment-intent.ts';
import { splitOf } from './splits/payment-splits.ts';
import { unexpectedPayment } from './unexpected-state.ts';

/** The networks that raise authorizations in every line of business; others do so for hotels and the like. */
const RAISING: readonly TestCard['brand'][] = ['amex', 'mastercard', 'visa'];

/** What a charge that is held for its capture knows of increments: nothing if there can be none. */
export function startIncrements(
  { payment_method_options: options }: PaymentIntent,
  { brand }: TestCard,
): Pick<Charge, 'increments'> {
  const isRequested = options?.card?.request_incremental_authorization === 'if_available';
  return isRequested && RAISING.includes(brand) ? { increments: 0 } : {};
}

/** Holds more of the cardholder's money. If the bank declines that, the payment stays as it is. */
export function incrementAuthorization(
  context: Context,
  before: PaymentIntent,
  asked: PaymentIntent,
): PaymentIntent {
  const { store } = context;
  const held = requireRaisable(context, before);
  requireMore(before, asked.amount);
  const tried = store.charges.put({ ...held, increments: (held.increments ?? 0) + 1 });
  if (testCardByName(held.card.testCard).rejectsIncrements) {
    throw cardError(declined('generic_decline'), paymentIntentWire(context, before));
  }
  changeCharge(context, held, { ...tried, amount: asked.amount, ...splitOf(asked) });
  return putPayment(context, 'payment_intent.amount_capturable_updated', asked);
}

const MAX_ATTEMPTS = 10;

function requireRaisable(context: Context, intent: PaymentIntent): Charge {
  const { latest_charge, status } = intent;
  if (status !== 'requires_capture') {
    const message = `This PaymentIntent's authorization could not be incremented because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be incremented: requires_capture.`;
    throw unexpectedPayment(context, intent, message);
  }
  const held = requireFound(context.store.charges.get(latest_charge ?? ''), 'charge of the payment');
  if (held.increments === undefined) {
    throw rejected(
      'This PaymentIntent is not eligible for incremental authorizations. Request them with `payment_method_options[card][request_incremental_authorization]` before it is confirmed, and see `payment_method_details.card.incremental_authorization` of its charge.',
      { code: 'payment_intent_invalid_parameter' },
    );
  }
  if (held.increments < MAX_ATTEMPTS) return held;
  throw rejected(`The authorization of a PaymentIntent can be incremented ${MAX_ATTEMPTS} times at most.`);
}

const MAX_DOLLARS_MORE = 50_000;
const MAX_TIMES_MORE = 5;

/** What 500 dollars are in another currency is not known, so only dollars have a limit. */
function requireMore({ amount: held, currency }: PaymentIntent, amount: number): void {
  if (amount <= held) {
    throw rejected(`The amount must be greater than the authorized amount of ${held}.`, 'amount');
  }
  const most = held + Math.max(MAX_DOLLARS_MORE, held * MAX_TIMES_MORE);
  if (currency !== 'usd' || amount <= most) return;
  throw rejected(`The amount must be no more than ${most} in one increment of this authorization.`, {
    code: 'amount_too_large',
    param: 'amount',
  });
}
