import type { PaymentMethod } from '../../customers/methods/payment-method.ts';
import { failure, type PaymentFailure } from '../../customers/methods/test-card.ts';
import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { optionsFor } from '../method-options.ts';
import type { PaymentIntent, SetupIntent } from '../payment-entities.ts';
import { notActionable } from '../unexpected-state.ts';

/** Whether the account must be verified before the intent can go on. */
export function awaitsVerification(
  { card, isUnverified = false }: PaymentMethod,
  intent: PaymentIntent | SetupIntent,
): boolean {
  return isUnverified && optionsFor(intent, { card })?.verification_method !== 'skip';
}

/** What the customer found on the bank statement: two small amounts, or the code of one deposit. */
export interface Deposits {
  readonly amounts?: readonly number[] | undefined;
  readonly descriptor_code?: string | undefined;
}

const EXCEEDED = failure(
  'payment_method_microdeposit_verification_attempts_exceeded',
  'You have exceeded the number of allowed verification attempts.',
);

const TIMED_OUT = failure(
  'payment_method_microdeposit_verification_timeout',
  'The bank account was not verified with the deposits in time.',
);

/** The outcomes of Stripe's test values. */
const VALUES: Readonly<Record<string, PaymentFailure | null>> = {
  '32 45': null,
  SM11AA: null,
  '10 11': EXCEEDED,
  SM33CC: EXCEEDED,
  '40 41': TIMED_OUT,
  SM44DD: TIMED_OUT,
};

/** Verifies the account that an intent waits for, or returns why it cannot be used. Throws if the values are wrong. */
export function verifyAccount(
  context: Context,
  intent: PaymentIntent | SetupIntent,
  { amounts = [], descriptor_code: code }: Deposits,
): { readonly method: PaymentMethod; readonly failure: PaymentFailure | null } {
  const { paymentMethods } = context.store;
  const method = paymentMethods.get(intent.payment_method ?? '');
  if (intent.status !== 'requires_action' || method?.isUnverified !== true) {
    throw notActionable(context, intent);
  }
  const given = code ?? amounts.toSorted((a, b) => a - b).join(' ');
  const failure = VALUES[given];
  if (failure === undefined) throw mismatch(code !== undefined);
  if (failure !== null) return { method, failure };
  const { isUnverified: _, ...verified } = method;
  return { method: paymentMethods.put(verified), failure };
}

function mismatch(isCode: boolean) {
  const what = isCode ? 'descriptor_code' : 'amounts';
  const value = isCode ? 'descriptor code provided does' : 'amounts provided do';
  return rejected(`The ${value} not match the deposits that were sent to the bank account.`, {
    code: `payment_method_microdeposit_verification_${what}_mismatch`,
    param: what,
  });
}
