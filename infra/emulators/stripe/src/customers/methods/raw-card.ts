import { ApiError, missingParameter } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import type { ReadFields } from '../../kinds/params/composite.ts';
import { integer, optional } from '../../kinds/params/reader.ts';
import { passesLuhn } from '../../pages/browser-scripts/card-format.ts';
import type { Card } from './card.ts';
import { cardError } from './card-error.ts';
import type { PaymentMethod } from './payment-method.ts';
import { newCard, newMethod } from './save-card.ts';
import { failure } from './test-card.ts';
import { testCardByNumber } from './test-cards.ts';

export const expiryFields = { exp_month: optional(integer()), exp_year: optional(integer()) } as const;

/** A card with what a request says of its expiry; throws if the card would have expired. */
export function withExpiry(
  context: Context,
  card: Card,
  given: Partial<ReadFields<typeof expiryFields>> = {},
): Card {
  const { exp_month = card.exp_month, exp_year = card.exp_year } = given;
  if (given.exp_month === undefined && given.exp_year === undefined) return card;
  rejectExpired(context, exp_month, exp_year);
  return { ...card, exp_month, exp_year };
}

/** A year may be up to 50 years in the future (stripe/stripe-android issue 1895). */
const MAX_YEARS = 50;

function rejectExpired({ time }: Context, month: number, year: number): void {
  const now = new Date(time.now() * 1000);
  const years = year - now.getUTCFullYear();
  if (years < 0 || years > MAX_YEARS) throw invalidExpiry('year');
  // Months begin at 1 here, and the card is valid until the end of its last one.
  if (month < 1 || month > 12 || (years === 0 && month <= now.getUTCMonth())) throw invalidExpiry('month');
}

function invalidExpiry(part: 'month' | 'year'): ApiError {
  return new ApiError(402, 'card_error', `Your card's expiration ${part} is invalid.`, {
    code: `invalid_expiry_${part}`,
    param: `exp_${part}`,
  });
}

interface GivenNumber extends Partial<ReadFields<typeof expiryFields>> {
  readonly cvc?: string | undefined;
  readonly number: string;
}

/**
 * A card, in the form of a source that is not stored yet, from its number. The account may send those of test cards,
 * unless its settings forbid it, and of no other card.
 */
export function rawCard(context: Context, given: GivenNumber, param: string): PaymentMethod {
  const isAllowed = !context.livemode && context.settings.switches.rawCards === 'test_numbers';
  const card = isAllowed ? testCardByNumber(given.number) : undefined;
  if (isAllowed && !passesLuhn(given.number)) {
    throw cardError(failure('incorrect_number', 'Your card number is incorrect.'), undefined, 'number');
  }
  if (card === undefined) throw rawNumber();
  for (const name of ['exp_month', 'exp_year'] as const) {
    if (given[name] === undefined) throw missingParameter(`${param}[${name}]`);
  }
  if (given.cvc !== undefined && !/^\d{3,4}$/.test(given.cvc)) {
    throw cardError(failure('invalid_cvc', "Your card's security code is invalid."), undefined, 'cvc');
  }
  const method = newMethod(newCard(context, card), context.time.now(), 'card');
  return { ...method, card: withExpiry(context, method.card, given) };
}

export function rawNumber(): ApiError {
  const message =
    'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing. To enable raw card data APIs in test mode, see https://support.stripe.com/questions/enabling-access-to-raw-card-data-apis.';
  return new ApiError(402, 'invalid_request_error', message);
}
