import type { FormErrors } from '../../pages/asked-field.ts';
import { type CardField, cardProblems } from '../../pages/browser-scripts/card-format.ts';
import type { CardDetails } from '../methods/save-card.ts';
import type { PaymentFailure, TestCard } from '../methods/test-card.ts';
import { testCardByNumber } from '../methods/test-cards.ts';

/** `shownAgain` holds the values a form may repeat, never card details. */
type CardFormReading = { readonly shownAgain: Readonly<Record<string, string>> } & (
  | { readonly valid: true; readonly card: CardDetails }
  | { readonly valid: false; readonly errors: FormErrors }
);

/** The fields of a form that collects only a card. */
export const CARD_FIELDS = ['card_number', 'expiry', 'cvc', 'name', 'postal_code'] as const;

const NOT_A_TEST_CARD = 'Please do not enter a real card: use a test card.';

/** Reads the card form, or of one for a method that redirects the rest. A number that is not a test card is not passed on. */
export function readCardForm(
  body: string,
  now: number,
  fields: readonly CardField[],
  redirect?: TestCard,
): CardFormReading {
  const form = new URLSearchParams(body);
  const value = (name: CardField) => (form.get(name) ?? '').trim();
  const given = Object.fromEntries(fields.map((name) => [name, value(name)]));
  const problems: Partial<Record<CardField, string>> = cardProblems(given, new Date(now * 1000));
  const card = redirect ?? testCardByNumber(value('card_number'));
  if (card === undefined && problems.card_number === undefined) problems.card_number = NOT_A_TEST_CARD;
  const { email, name, postal_code } = given;
  const shownAgain = { email: email ?? '', name: name ?? '', postal_code: postal_code ?? '' };
  if (card === undefined || Object.keys(problems).length > 0) {
    return { valid: false, errors: problems, shownAgain };
  }
  const [month = '', year = ''] = value('expiry').split('/');
  return {
    valid: true,
    shownAgain,
    card: {
      card,
      exp_month: Number(month),
      exp_year: 2000 + (Number(year) % 100),
      email: value('email') || null,
      name: value('name') || null,
      postal_code: value('postal_code') || null,
    },
  };
}

/** The field that caused a failure; all other failures belong to the card number. */
const FIELD_OF_CODE: Readonly<Partial<Record<string, CardField>>> = {
  expired_card: 'expiry',
  incorrect_cvc: 'cvc',
};

export function failureErrors({ code, message }: PaymentFailure): FormErrors {
  return { [FIELD_OF_CODE[code] ?? 'card_number']: message };
}
