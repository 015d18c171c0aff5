import type Stripe from 'stripe';
import { ApiError } from '../../description/api-error.ts';
import type { PaymentFailure } from './test-card.ts';

interface DeclineAdvice {
  /** What the bank advises; null if Stripe knows no advice. */
  readonly adviceCode: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later' | null;
  /** The merchant advice code of the card network; null if the network sent none. */
  readonly networkAdviceCode: string | null;
  /** The code of the card network. */
  readonly networkDeclineCode: string | null;
}

const CONFIRM_DATA = { adviceCode: 'confirm_card_data', networkAdviceCode: '03' } as const;
const GIVE_UP = { adviceCode: 'do_not_try_again', networkAdviceCode: '01' } as const;
const TRY_LATER = { adviceCode: 'try_again_later', networkAdviceCode: '02' } as const;
const NONE: DeclineAdvice = { adviceCode: null, networkAdviceCode: null, networkDeclineCode: null };

const ADVICE: Readonly<Record<string, DeclineAdvice>> = {
  card_velocity_exceeded: { ...TRY_LATER, networkDeclineCode: '61' },
  expired_card: { ...CONFIRM_DATA, networkDeclineCode: '54' },
  fraudulent: NONE,
  generic_decline: { ...TRY_LATER, networkAdviceCode: null, networkDeclineCode: '01' },
  incorrect_cvc: { ...CONFIRM_DATA, networkDeclineCode: 'N7' },
  insufficient_funds: { ...TRY_LATER, networkDeclineCode: '51' },
  lost_card: { ...GIVE_UP, networkDeclineCode: '41' },
  processing_error: { ...TRY_LATER, networkAdviceCode: null, networkDeclineCode: '06' },
  stolen_card: { ...GIVE_UP, networkDeclineCode: '43' },
};

/** Only declines of cards have advice. */
export function adviceOn({ decline_code }: PaymentFailure): DeclineAdvice {
  return ADVICE[decline_code ?? ''] ?? NONE;
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
  const last = of?.object === 'payment_intent' ? of.last_payment_error : undefined;
  const lastOfSetup = of?.object === 'setup_intent' ? of.last_setup_error : undefined;
  const method = last?.payment_method ?? lastOfSetup?.payment_method;
  const charge = of?.object === 'payment_intent' ? last?.charge : of?.object === 'charge' && of.id;
  return new ApiError(402, 'card_error', message, {
    code,
    ...adviceOn(failure),
    ...(typeof charge === 'string' ? { charge } : {}),
    ...(param === undefined ? {} : { param }),
    ...(decline_code === null ? {} : { decline_code }),
    ...(of?.object === 'payment_intent' ? { payment_intent: of } : {}),
    ...(of?.object === 'setup_intent' ? { setup_intent: of } : {}),
    ...(method === undefined ? {} : { payment_method: method }),
  });
}
