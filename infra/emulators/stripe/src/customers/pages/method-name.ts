import { BRAND_NAMES } from '../../pages/browser-scripts/card-format.ts';
import { type Card, methodType } from '../methods/card.ts';
import { isRedirect, REDIRECT_METHODS } from '../methods/redirect-methods.ts';
import { testCardByName } from '../methods/test-cards.ts';

/** A payment method as pages name it. */
export function methodName(card: Card): string {
  const type = methodType(card);
  if (isRedirect(type)) return REDIRECT_METHODS[type].name;
  const what = type === 'card' ? BRAND_NAMES[testCardByName(card.testCard).brand] : 'Bank account';
  return `${what} ending in ${card.last4}`;
}
