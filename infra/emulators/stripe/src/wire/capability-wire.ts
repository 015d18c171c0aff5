import type Stripe from 'stripe';
import { EXTERNAL_ACCOUNT } from '../connect/requirements.ts';
import type { Context } from '../context.ts';
import type { ConnectedAccount } from '../state/account-entities.ts';
import { standing } from './account-wire.ts';
import { requirementsWire } from './requirements-wire.ts';

export function capabilityWire(context: Context, account: ConnectedAccount, name: string): Stripe.Capability {
  const { requested = false, requestedAt = null } = account.capabilities[name] ?? {};
  const { due, isActive } = standing(context, account);
  const missing = requested ? due.filter((field) => field !== EXTERNAL_ACCOUNT) : [];
  return {
    id: name,
    object: 'capability',
    account: account.id,
    future_requirements: requirementsWire([]),
    requested,
    requested_at: requestedAt,
    requirements: requirementsWire(missing),
    status: requested ? (isActive ? 'active' : 'inactive') : 'unrequested',
  };
}
