import type { PaymentFailure } from './payment-entities.ts';

interface DeclineAdvice {
  /** What the bank advises; null if Stripe knows no advice. */
  readonly adviceCode: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later' | null;
  /** The code of the card network. */
  readonly networkDeclineCode: string | null;
}

const ADVICE: Readonly<Record<string, DeclineAdvice>> = {
  authentication_required: { adviceCode: null, networkDeclineCode: '1A' },
  card_velocity_exceeded: { adviceCode: 'try_again_later', networkDeclineCode: '65' },
  expired_card: { adviceCode: 'confirm_card_data', networkDeclineCode: '54' },
  fraudulent: { adviceCode: null, networkDeclineCode: null },
  generic_decline: { adviceCode: 'try_again_later', networkDeclineCode: '01' },
  incorrect_cvc: { adviceCode: 'confirm_card_data', networkDeclineCode: 'N7' },
  insufficient_funds: { adviceCode: 'try_again_later', networkDeclineCode: '51' },
  lost_card: { adviceCode: 'do_not_try_again', networkDeclineCode: '41' },
  processing_error: { adviceCode: 'try_again_later', networkDeclineCode: '96' },
  stolen_card: { adviceCode: 'do_not_try_again', networkDeclineCode: '43' },
};

const NONE: DeclineAdvice = { adviceCode: null, networkDeclineCode: null };

export function adviceOn({ code, declineCode }: PaymentFailure): DeclineAdvice {
  return ADVICE[declineCode ?? code] ?? NONE;
}

/** The field of the card that is wrong, by the error code. */
const FAULTY_FIELDS: Readonly<Record<string, string>> = {
  expired_card: 'exp_month',
  incorrect_cvc: 'cvc',
  incorrect_zip: 'address_zip',
};

export function faultyField({ code }: PaymentFailure): string | undefined {
  return FAULTY_FIELDS[code];
}
