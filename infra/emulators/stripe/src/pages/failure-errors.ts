import type { PaymentFailure } from '../state/payment-entities.ts';
import type { FieldName } from './card-form.ts';
import type { FormErrors } from './form-errors.ts';

/** The field that caused a failure; all other failures belong to the card number. */
const FIELD_OF_CODE: Readonly<Partial<Record<string, FieldName>>> = {
  expired_card: 'expiry',
  incorrect_cvc: 'cvc',
};

export function failureErrors({ code, message }: PaymentFailure): FormErrors {
  return { [FIELD_OF_CODE[code] ?? 'card_number']: message };
}
