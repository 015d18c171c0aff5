import type { Context } from '../context.ts';
import type { Subscription } from '../state/billing-entities.ts';

/** What an earlier version kept of it is at the checkout. */
export function hasAutomaticTax(
  { store }: Context,
  { automaticTax, checkoutSession }: Pick<Subscription, 'automaticTax' | 'checkoutSession'>,
): boolean {
  return automaticTax ?? store.sessions.get(checkoutSession ?? '')?.options.automaticTax ?? false;
}
