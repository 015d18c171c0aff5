import type Stripe from 'stripe';
import type { ConnectedAccount } from '../../kinds/account-contexts.ts';
import type { Context } from '../../kinds/context.ts';
import { standing } from './account.ts';
import { EXTERNAL_ACCOUNT } from './requirements.ts';
import { requirementsWire } from './shown-requirements.ts';

export function capabilityWire(context: Context, account: ConnectedAccount, name: string): Stripe.Capability {
  const { requested = false, requested_at = null } = account.capabilities[name] ?? {};
  const { due, isActive } = standing(context, account);
  const missing = requested ? due.filter((field) => field !== EXTERNAL_ACCOUNT) : [];
  return {
    id: name,
    object: 'capability',
    account: account.id,
    future_requirements: requirementsWire([]),
    requested,
    requested_at,
    requirements: requirementsWire(missing),
    status: requested ? (isActive ? 'active' : 'inactive') : 'unrequested',
  };
}
