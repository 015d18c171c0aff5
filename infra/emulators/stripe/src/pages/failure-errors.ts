import type { PaymentFailure } from '../state/payment-entities.ts';
import type { FieldName } from './card-form.ts';
import type { FormErrors } from './form-errors.ts';

/** Where a failure has its cause; any other is the card's as a whole. */
const FIELD_OF_CODE: Readonly<Partial<Record<string, FieldName>>> = {
  expired_card: 'expiry',
  incorrect_cvc: 'cvc',
};

/** A failed payment as an error of the field to correct. */
export function failureErrors({ code, message }: PaymentFailure): FormErrors {
  return { [FIELD_OF_CODE[code] ?? 'card_number']: message };
}
