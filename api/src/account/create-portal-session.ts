import { SITE_PATHS } from '@outharbor/contract/paths';
import type { PortalReturn } from '@outharbor/contract/schemas';
import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import type { SignedIn } from '../gateways/identity.ts';
import { type AccountDeps, readAccount } from '../subscriptions/billing-record.ts';
import { findCustomers } from '../subscriptions/read-payments.ts';

type Deps = AccountDeps & Pick<Context, 'config'>;

/**
 * Returns a billing portal URL for any customer: with a plan, with a failed payment, or after the plan ended.
 */
export async function createPortalSession(
  deps: Deps,
  user: SignedIn,
  returnTo: PortalReturn = 'pricing',
): Promise<string> {
  const state = await readAccount(deps, user);
  const returnUrl = `${deps.config.publicUrl}${SITE_PATHS[returnTo]}`;
  const missing = new Set<string>();
  for (;;) {
    const [customer] = await findCustomers(deps, state, user, missing);
    if (customer === undefined) throw new AppError('no_subscription');
    const url = await deps.payments.createPortalSession(customer, user.uid, returnUrl);
    if (url !== 'customer_missing') return url;
    missing.add(customer);
  }
}
