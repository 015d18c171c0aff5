import type Stripe from 'stripe';
import { isObject, type JsonObject } from '../../description/json.ts';
import {
  type ConnectedAccount,
  inConnected,
  type RequestedCapability,
} from '../../kinds/account-contexts.ts';
import type { Context } from '../../kinds/context.ts';
import { changedAttributes, emit } from '../../kinds/objects.ts';
import { accountWire, standing } from './account.ts';
import { EXTERNAL_ACCOUNT, requirementsWire } from './requirements.ts';

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

/** Changes an account or its bank accounts by `work`, and emits what became of it. `context` is its platform's. */
export function changeAccount<T>(context: Context, { id }: ConnectedAccount, work: () => T): T {
  const seen = () => {
    const account = context.store.accounts.get(id);
    if (account === undefined) throw new Error(`account ${id} is missing from the state`);
    const capabilities = Object.keys(account.capabilities).map((name) =>
      capabilityWire(context, account, name),
    );
    return { wire: accountWire(context, account), capabilities };
  };
  const before = seen();
  const result = work();
  const { wire, capabilities } = seen();
  const own = inConnected(context, id);
  const changed = changedAttributes(before.wire, wire);
  if (Object.keys(changed).length > 0) emit(own, 'account.updated', wire, changed);
  for (const capability of capabilities) {
    const former = before.capabilities.find((each) => each.id === capability.id);
    if (former?.status === capability.status) continue;
    emit(own, 'capability.updated', capability, former && changedAttributes(former, capability));
  }
  return result;
}

export function requestedCapability(
  before: RequestedCapability | undefined,
  requested: boolean,
  now: number,
): RequestedCapability {
  if (before?.requested === requested) return before;
  return { requested, requested_at: requested ? now : null };
}

/** Parts that are not given stay as they are. */
export function mergeDetails(before: JsonObject, given: JsonObject): JsonObject {
  const parts = Object.entries(given).map(([key, value]) => {
    const former = before[key];
    return [key, isObject(value) && isObject(former) ? mergeDetails(former, value) : value];
  });
  return { ...before, ...Object.fromEntries(parts) };
}
