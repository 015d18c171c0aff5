import { ApiError } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import type { ReadFields } from '../../kinds/params/composite.ts';
import { integer, optional } from '../../kinds/params/reader.ts';
import type { Card } from './card.ts';

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
