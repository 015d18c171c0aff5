import { tokenUsed } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import type { PaymentMethod } from './payment-method.ts';
import { newCard, newMethod } from './save-card.ts';
import { testCardByToken } from './test-cards.ts';

/** The card of a token, in the form of a source that is not stored yet; undefined if there is no such token. */
export function takeCard(context: Context, id: string, param: string): PaymentMethod | undefined {
  const readyMade = testCardByToken(context, id);
  if (readyMade !== undefined) {
    return newMethod(newCard(context, readyMade), context.time.now(), 'card');
  }
  const { cardTokens } = context.store;
  const token = cardTokens.get(id);
  if (token?.used === true) throw tokenUsed(id, param);
  return token && cardTokens.put({ ...token, used: true }).card;
}
