import { type ApiError, rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { cardError } from './card-error.ts';
import { readyMadeAccount } from './debit-outcomes.ts';
import { type PaymentMethod, requirePaymentMethod } from './payment-method.ts';
import { isRedirect } from './redirect-methods.ts';
import { createPaymentMethod, newCard } from './save-card.ts';
import type { TestCard } from './test-card.ts';
import { readyMadeCard, testCardByName } from './test-cards.ts';

/** The payment method with this id; ready-made ones such as `pm_card_visa` yield a new one each time. */
export function methodFor(context: Context, id: string, param?: string): PaymentMethod {
  const card = readyMade(context, id);
  return card === undefined ? requirePaymentMethod(context, id, param) : freshMethod(context, card);
}

function readyMade(context: Context, id: string): TestCard | undefined {
  const account = context.livemode ? undefined : readyMadeAccount(id);
  return account === undefined ? readyMadeCard(context, 'pm_card_', id) : testCardByName(account.card);
}

/** Whether there is such a payment method, also a ready-made one. */
export function isKnown(context: Context, id: string): boolean {
  return readyMade(context, id) !== undefined || context.store.paymentMethods.get(id) !== undefined;
}

/** A payment method to save for a customer; declined cards cannot be saved. */
export function savableMethod(context: Context, id: string): PaymentMethod {
  const method = methodFor(context, id, 'payment_method');
  rejectUsedUp(method);
  const { testCard: type } = method.card;
  if (isRedirect(type)) throw rejected(`PaymentMethods of type '${type}' cannot be saved to customers.`);
  const { attaches, failure, isDelayed } = testCardByName(method.card.testCard);
  if (failure !== null && !attaches && !isDelayed && method.customer === null) {
    // Stripe names no parameter, but sends the field.
    throw cardError(failure, undefined, '');
  }
  return method;
}

export function rejectAttached({ customer }: PaymentMethod): void {
  if (customer === null) return;
  throw rejected('The payment method you provided has already been attached to a customer.');
}

export function freshMethod(context: Context, card: TestCard): PaymentMethod {
  return createPaymentMethod(context, newCard(context, card), context.time.now());
}

/** A saved payment method pays only for its customer. */
export function rejectOfAnother({ customer: owner, id }: PaymentMethod, customer: string | null): void {
  if (owner === null || owner === customer) return;
  if (customer !== null) throw ofAnother(id, customer);
  const message = `The \`payment_method\` parameter supplied ${id} belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`;
  throw rejected(message, { code: 'parameter_missing', param: 'source' });
}

export function ofAnother(method: string, customer: string): ApiError {
  const message = `The PaymentMethod ${method} does not belong to the Customer you supplied ${customer}. Please use this PaymentMethod with the Customer that it belongs to instead.`;
  return rejected(message, 'payment_method');
}

export function rejectUsedUp({ customer, usedUp = false }: PaymentMethod): void {
  if (customer !== null || !usedUp) return;
  throw rejected(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
  );
}
