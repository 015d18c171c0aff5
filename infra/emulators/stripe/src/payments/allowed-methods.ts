import { BANK_DEBITS, isBankDebit } from '../customers/methods/bank-debits.ts';
import { debitType } from '../customers/methods/card.ts';
import type { PaymentMethod } from '../customers/methods/payment-method.ts';
import { BANK_DEBIT_TYPES } from '../customers/methods/test-card.ts';
import { rejected } from '../description/api-error.ts';

/** Bank debits are limited to the currencies of their banks. */
export function rejectCurrency(types: readonly string[], currency: string): void {
  const wrong = types.filter(isBankDebit).find((type) => !BANK_DEBITS[type].currencies.includes(currency));
  if (wrong === undefined) return;
  const problem = `The currency provided (${currency}) is invalid`;
  const message =
    types.length === 1
      ? `${problem}. Payments with ${wrong} support the following currencies: ${BANK_DEBITS[wrong].currencies.join(', ')}.`
      : `${problem} for one or more payment method types on this PaymentIntent.`;
  throw rejected(message, { param: 'currency' });
}

interface Intent {
  readonly methodTypes?: readonly string[];
  /** A setup has none. */
  readonly currency?: string;
}

/** A payment that names no types takes cards and the bank debits of its currency. */
export function rejectOtherTypes(
  kind: 'PaymentIntent' | 'SetupIntent',
  { currency, methodTypes }: Intent,
  { card }: PaymentMethod,
): void {
  const type = debitType(card) ?? 'card';
  const debits = BANK_DEBIT_TYPES.filter(
    (debit) => currency === undefined || BANK_DEBITS[debit].currencies.includes(currency),
  );
  const types = methodTypes ?? ['card', ...debits];
  if (types.includes(type)) return;
  throw rejected(
    `The PaymentMethod provided (${type}) is not allowed for this ${kind}. Please attach a PaymentMethod of one of the following types: ${types.join(', ')}. Alternatively, update the allowed payment_method_types for this ${kind} to include "${type}"`,
    { param: 'payment_method' },
  );
}
