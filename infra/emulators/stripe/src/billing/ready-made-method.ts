import type { Context } from '../context.ts';
import { requirePaymentMethod } from '../lookup/lookup.ts';
import type { PaymentMethod } from '../state/customer-entities.ts';
import { type TestCard, testCardByPaymentMethod } from '../state/test-cards.ts';
import { createPaymentMethod } from './save-card.ts';

/** A payment method by its id; `pm_card_visa` and its like stand for a fresh one each time. */
export function methodFor(context: Context, id: string, param: string): PaymentMethod {
  const card = testCardByPaymentMethod(id);
  return card === undefined ? requirePaymentMethod(context, id, param) : freshMethod(context, card);
}

export function freshMethod(context: Context, card: TestCard): PaymentMethod {
  const now = context.time.now();
  const expYear = new Date(now * 1000).getUTCFullYear() + 1;
  const nobody = { email: null, name: null, postalCode: null };
  return createPaymentMethod(context, { card, expMonth: 12, expYear, ...nobody }, now);
}
