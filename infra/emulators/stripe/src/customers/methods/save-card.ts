import { tokenUsed } from '../../description/api-error.ts';
import { type Context, tell } from '../../kinds/context.ts';
import { emit, newId } from '../../kinds/objects.ts';
import type { Address } from '../../kinds/params/address.ts';
import { type Customer, payingBy } from '../customer.ts';
import { type PaymentMethod, paymentMethodWire } from './payment-method.ts';
import type { TestCard } from './test-card.ts';
import { readyMadeCard } from './test-cards.ts';

export interface CardDetails {
  readonly card: TestCard;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly email: string | null;
  readonly name: string | null;
  readonly postal_code: string | null;
  /** Set if more than the postal code is known. */
  readonly address?: Address | undefined;
}

/** A test card that expires in a year, of a holder who is not known. */
export function newCard({ time }: Context, card: TestCard): CardDetails {
  const today = new Date(time.now() * 1000);
  const expiry = { exp_month: today.getUTCMonth() + 1, exp_year: today.getUTCFullYear() + 1 };
  return { ...expiry, card, email: null, name: null, postal_code: null };
}

export function createPaymentMethod({ store }: Context, details: CardDetails, now: number): PaymentMethod {
  return store.paymentMethods.put(newMethod(details, now));
}

/** A payment method, or a card in the form of a source, that is not stored yet. */
export function newMethod(details: CardDetails, now: number, kind: 'card' | 'pm' = 'pm'): PaymentMethod {
  const { card, exp_month, exp_year, email, name, postal_code, address } = details;
  return {
    id: newId(kind),
    created: now,
    customer: null,
    card: { testCard: card.name, last4: card.number.slice(-4), exp_month, exp_year },
    billing_details: { email, name, postal_code, phone: null, ...(address && { address }) },
    metadata: {},
  };
}

export function attachPaymentMethod(
  context: Context,
  method: PaymentMethod,
  customer: string,
): PaymentMethod {
  const attached = context.store.paymentMethods.put({ ...method, customer });
  emit(context, 'payment_method.attached', paymentMethodWire(attached));
  return attached;
}

/** Makes a card the payment method of all the customer's subscriptions. */
export function useCardForSubscriptions(context: Context, customer: Customer, method: PaymentMethod): void {
  context.store.customers.put(payingBy(customer, method.id));
  tell(context, 'methodChosen', { customer: customer.id, method: method.id });
}

/** The card of a token, in the form of a source that is not stored yet; undefined if there is no such token. */
export function takeCard(context: Context, id: string, param: string): PaymentMethod | undefined {
  const readyMade = readyMadeCard(context, 'tok_', id);
  if (readyMade !== undefined) {
    return newMethod(newCard(context, readyMade), context.time.now(), 'card');
  }
  const { cardTokens } = context.store;
  const token = cardTokens.get(id);
  if (token?.used === true) throw tokenUsed(id, param);
  return token && cardTokens.put({ ...token, used: true }).card;
}
