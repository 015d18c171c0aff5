import type { Context } from '../context.ts';
import type { UnownedSubscription } from '../gateways/payments.ts';
import { tellOperator } from '../metrics/tell-operator.ts';

/**
 * The address alone proves nothing, so only the operator can say whether a subscription is the account owner's, who
 * pays for it, has no plan, and might buy another.
 */
export async function reportUnconnected(
  deps: Pick<Context, 'identity' | 'logger' | 'metrics'>,
  unowned: readonly UnownedSubscription[],
): Promise<void> {
  const accounts = await deps.identity.findByEmail(unowned.map(({ email }) => email));
  for (const { id, customerId, email } of unowned) {
    const account = accounts.find((one) => one.email?.toLowerCase() === email);
    if (account === undefined) continue;
    const { uid, emailVerified } = account;
    tellOperator(
      deps,
      'subscription_not_connected',
      { uid, emailVerified, subscription: id, customer: customerId },
      'a subscription made by hand gives no plan to the account with the address of its customer',
    );
  }
}
