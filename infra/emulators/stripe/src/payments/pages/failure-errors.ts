import type { PaymentFailure } from '../../customers/methods/payment-failure.ts';
import type { FieldName } from '../../customers/pages/card-form.ts';
import type { FormErrors } from '../../pages/form-errors.ts';

/** The field that caused a failure; all other failures belong to the card number. */
const FIELD_OF_CODE: Readonly<Partial<Record<string, FieldName>>> = {
  expired_card: 'expiry',
  incorrect_cvc: 'cvc',
};

export function failureErrors({ code, message }: PaymentFailure): FormErrors {
  return { [FIELD_OF_CODE[code] ?? 'card_number']: message };
}
