import type Stripe from 'stripe';
import { ApiError } from '../../description/api-error.ts';
import type { PaymentFailure } from './test-card.ts';

interface DeclineAdvice {
  /** What the bank advises; null if Stripe knows no advice. */
  readonly advice_code: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later' | null;
  /** The merchant advice code of the card network; null if the network sent none. */
  readonly network_advice_code: string | null;
  /** The code of the card network. */
  readonly network_decline_code: string | null;
}

const CONFIRM_DATA = { advice_code: 'confirm_card_data', network_advice_code: '03' } as const;
const GIVE_UP = { advice_code: 'do_not_try_again', network_advice_code: '01' } as const;
const TRY_LATER = { advice_code: 'try_again_later', network_advice_code: '02' } as const;
export const NO_ADVICE: DeclineAdvice = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
};

const ADVICE: Readonly<Record<string, DeclineAdvice>> = {
  card_velocity_exceeded: { ...TRY_LATER, network_decline_code: '61' },
  expired_card: { ...CONFIRM_DATA, network_decline_code: '54' },
  fraudulent: NO_ADVICE,
  generic_decline: { ...TRY_LATER, network_advice_code: null, network_decline_code: '01' },
  incorrect_cvc: { ...CONFIRM_DATA, network_decline_code: 'N7' },
  insufficient_funds: { ...TRY_LATER, network_decline_code: '51' },
  lost_card: { ...GIVE_UP, network_decline_code: '41' },
  processing_error: { ...TRY_LATER, network_advice_code: null, network_decline_code: '06' },
  stolen_card: { ...GIVE_UP, network_decline_code: '43' },
};

/** Only declines of cards have advice. */
export function adviceOn({ decline_code }: PaymentFailure): DeclineAdvice {
  return ADVICE[decline_code ?? ''] ?? NO_ADVICE;
}

const FAULTY_FIELDS: Readonly<Record<string, string>> = {
  expired_card: 'exp_month',
  incorrect_cvc: 'cvc',
  incorrect_number: 'number',
  incorrect_zip: 'address_zip',
};

/** The field of the card that the bank rejects; undefined if it rejects the whole card. */
export function faultyField({ code }: PaymentFailure): string | undefined {
  return FAULTY_FIELDS[code];
}

/** The 402 response for a declined card, with the charge, the payment or the setup intent. */
export function cardError(
  failure: PaymentFailure,
  of?: Stripe.Charge | Stripe.PaymentIntent | Stripe.SetupIntent,
  otherParam?: string,
): ApiError {
  const { code, decline_code, message } = failure;
  const param = faultyField(failure) ?? otherParam;
  const payment = of?.object === 'payment_intent' ? of.last_payment_error : undefined;
  const setup = of?.object === 'setup_intent' ? of.last_setup_error : undefined;
  const method = payment?.payment_method ?? setup?.payment_method;
  const charge = of?.object === 'charge' ? of.id : payment?.charge;
  return new ApiError(402, 'card_error', message, {
    code,
    ...adviceOn(failure),
    ...(typeof charge === 'string' ? { charge } : {}),
    ...(param === undefined ? {} : { param }),
    ...(decline_code === null ? {} : { decline_code }),
    ...(of !== undefined && of.object !== 'charge' && { [of.object]: of }),
    ...(method === undefined ? {} : { payment_method: method }),
  });
}
