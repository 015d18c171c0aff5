import { givenBank } from '../../customers/methods/bank-debit-params.ts';
import { methodType } from '../../customers/methods/card.ts';
import type { PaymentMethod } from '../../customers/methods/payment-method.ts';
import { freshMethod } from '../../customers/methods/ready-made-method.ts';
import { isRedirect, REDIRECT_METHODS } from '../../customers/methods/redirect-methods.ts';
import { attachPaymentMethod } from '../../customers/methods/save-card.ts';
import type { Context } from '../../kinds/context.ts';

interface Keeping {
  readonly customer: string | null;
  /** Without one, what redirects is not saved. */
  readonly mandate?: string | undefined;
  /** The charge, or the attempt of a setup, that was authorized. */
  readonly origin?: string | null | undefined;
}

/** Saves a payment method for later payments, for its customer if there is one. Returns what is saved. */
export function keepForLater(context: Context, method: PaymentMethod, keeping: Keeping): PaymentMethod {
  const { customer, mandate: id, origin } = keeping;
  const type = methodType(method.card);
  const mandate = context.store.mandates.get(id ?? '');
  if (isRedirect(type) && mandate === undefined) return method;
  const { iban } = isRedirect(type) ? REDIRECT_METHODS[type] : {};
  const kept = iban === undefined ? method : generateDebit(context, method, iban, origin);
  if (mandate !== undefined) context.store.mandates.put({ ...mandate, payment_method: kept.id });
  return customer === null || kept.customer !== null ? kept : attachPaymentMethod(context, kept, customer);
}

/** The bank account of a method that itself pays only once. */
function generateDebit(
  context: Context,
  method: PaymentMethod,
  iban: string,
  generatedBy: Keeping['origin'],
) {
  const { paymentMethods } = context.store;
  const { card, ...account } = givenBank('sepa_debit', { iban }, 'iban');
  const made = freshMethod(context, card);
  const { billing_details } = method;
  paymentMethods.put({ ...method, usedUp: true });
  return paymentMethods.put({
    ...{ ...made, billing_details, card: { ...made.card, ...account } },
    ...(generatedBy != null && { generatedBy }),
  });
}

/** What a charge, or an attempt of a setup, shows of the account that was saved. */
export function generatedWire({ store }: Context, origin: string) {
  const [debit] = store.paymentMethods.where('generatedBy', origin);
  if (debit === undefined) return {};
  const [mandate] = store.mandates.where('payment_method', debit.id);
  return {
    generated_sepa_debit: debit.id,
    generated_sepa_debit_mandate: mandate?.id ?? null,
    iban_last4: debit.card.last4,
  };
}
