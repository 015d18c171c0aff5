import { isUid } from '@outharbor/contract/user-record';
import type { Context } from '../context.ts';
import type { Subscription, UnownedSubscription } from '../gateways/payments.ts';
import { tellOperator } from '../metrics/tell-operator.ts';

type Deps = Pick<Context, 'identity' | 'logger' | 'metrics'>;

/**
 * Tells of subscriptions that only the operator can attribute: those of this deployment whose owner is mistyped or
 * removed, and those that name no deployment but have the uid or the address of an account, which proves nothing.
 */
export async function reportUnconnected(
  deps: Deps,
  ours: readonly Subscription[],
  unowned: readonly UnownedSubscription[],
): Promise<void> {
  for (const { id, customerId, uid } of ours.filter((one) => !isUid(one.uid))) {
    report(deps, { uid, subscription: id, customer: customerId });
  }
  const named = unowned.flatMap(({ uid = '' }) => (isUid(uid) ? uid : []));
  const [byUid, byEmail] = await Promise.all([
    deps.identity.findAccounts(named),
    deps.identity.findByEmail(unowned.flatMap(({ email }) => email ?? [])),
  ]);
  for (const { id, customerId, uid: written = '', email } of unowned) {
    const account = byUid.get(written) ?? byEmail.find((one) => one.email?.toLowerCase() === email);
    if (account === undefined) continue;
    const { uid, emailVerified } = account;
    report(deps, { uid, emailVerified, subscription: id, customer: customerId });
  }
}

function report(deps: Deps, details: object): void {
  const message = 'a subscription of a plan names no owner whom the site knows, so it gives nobody a plan';
  tellOperator(deps, 'subscription_not_connected', details, message);
}
