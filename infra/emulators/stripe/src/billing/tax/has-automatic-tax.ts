import type { Context } from '../../kinds/context.ts';
import type { Subscription } from '../billing-entities.ts';

/** State saved by earlier versions holds the setting in the checkout session. */
export function hasAutomaticTax(
  { store }: Context,
  { automaticTax, checkoutSession }: Pick<Subscription, 'automaticTax' | 'checkoutSession'>,
): boolean {
  return automaticTax ?? store.sessions.get(checkoutSession ?? '')?.options.automaticTax ?? false;
}
