import type { Context } from '../../kinds/context.ts';
import type { Subscription } from '../billing-entities.ts';

/** State saved by earlier versions holds the setting in the checkout session. */
export function hasAutomaticTax(
  { store }: Context,
  { automaticTax, checkout_session }: Pick<Subscription, 'automaticTax' | 'checkout_session'>,
): boolean {
  return automaticTax ?? store.sessions.get(checkout_session ?? '')?.options.automaticTax ?? false;
}
