import type { Context } from '../context.ts';
import type { Subscription } from '../state/billing-entities.ts';

/** State saved by earlier versions holds the setting in the checkout session. */
export function hasAutomaticTax(
  { store }: Context,
  { automaticTax, checkoutSession }: Pick<Subscription, 'automaticTax' | 'checkoutSession'>,
): boolean {
  return automaticTax ?? store.sessions.get(checkoutSession ?? '')?.options.automaticTax ?? false;
}
