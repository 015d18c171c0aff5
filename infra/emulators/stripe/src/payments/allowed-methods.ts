import { BANK_DEBITS } from '../customers/methods/bank-debits.ts';
import { methodType } from '../customers/methods/card.ts';
import type { PaymentMethod } from '../customers/methods/payment-method.ts';
import {
  isRedirect,
  REDIRECT_METHODS,
  REDIRECT_TYPES,
  rejectSaving,
} from '../customers/methods/redirect-methods.ts';
import { BANK_DEBIT_TYPES } from '../customers/methods/test-card.ts';
import { rejected } from '../description/api-error.ts';
import { futureUsage, optionsFor } from './method-options.ts';
import type { AutomaticMethods, PaymentIntent } from './payment-entities.ts';

const CURRENCIES = new Map(
  Object.entries({ ...BANK_DEBITS, ...REDIRECT_METHODS }).map(([type, { currencies }]) => [type, currencies]),
);

/** Only cards pay in every currency. */
export function rejectCurrency(types: readonly string[], currency: string): void {
  const wrong = types.find((type) => CURRENCIES.get(type)?.includes(currency) === false);
  if (wrong === undefined) return;
  const problem = `The currency provided (${currency}) is invalid`;
  const message =
    types.length === 1
      ? `${problem}. Payments with ${wrong} support the following currencies: ${CURRENCIES.get(wrong)?.join(', ')}.`
      : `${problem} for one or more payment method types on this PaymentIntent.`;
  throw rejected(message, 'currency');
}

interface Intent {
  readonly methodTypes?: readonly string[];
  /** A setup has none. */
  readonly currency?: string;
  readonly automaticMethods?: AutomaticMethods;
}

/** A payment that names no types takes cards and, of its currency, bank debits and what redirects unless it may not. */
export function rejectOtherTypes(
  kind: 'PaymentIntent' | 'SetupIntent',
  { automaticMethods, currency, methodTypes }: Intent,
  { card }: PaymentMethod,
): void {
  const type = methodType(card);
  const redirects = automaticMethods?.allow_redirects === 'always' ? REDIRECT_TYPES : [];
  const others = [...BANK_DEBIT_TYPES, ...redirects].filter(
    (one) => currency === undefined || CURRENCIES.get(one)?.includes(currency),
  );
  const types = methodTypes ?? ['card', ...others];
  if (types.includes(type)) return;
  throw rejected(
    `The PaymentMethod provided (${type}) is not allowed for this ${kind}. Please attach a PaymentMethod of one of the following types: ${types.join(', ')}. Alternatively, update the allowed payment_method_types for this ${kind} to include "${type}"`,
    'payment_method',
  );
}

/** Only the payer can use a method that redirects, unless it was saved, and where there is a way back. */
export function rejectRedirect(
  intent: PaymentIntent,
  method: PaymentMethod,
  { offSession, return_url }: { readonly offSession: boolean; readonly return_url: string | null },
): void {
  const type = methodType(method.card);
  if (!isRedirect(type)) return;
  if (futureUsage(intent, method) !== 'none') rejectSaving(type, 'setup_future_usage');
  const capture = optionsFor(intent, method)?.capture_method ?? intent.capture_method;
  if (capture === 'manual' && !REDIRECT_METHODS[type].holds) {
    throw rejected(`The payment method type "${type}" does not support manual capture.`, 'capture_method');
  }
  if (method.customer !== null) return;
  if (offSession) {
    throw rejected(`The payment method type "${type}" cannot pay off session.`, 'off_session');
  }
  requireWayBack(type, return_url ?? intent.return_url);
}

export function requireWayBack(type: string, return_url: string | undefined): void {
  if (!isRedirect(type) || return_url !== undefined) return;
  const message = `You must provide a \`return_url\` when confirming using the payment method type \`${type}\`.`;
  throw rejected(message, 'return_url');
}
