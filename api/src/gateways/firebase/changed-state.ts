import type { BillingChange, BillingState } from '../billing-ledger.ts';
import { readBillingState } from './records.ts';

/**
 * Applies `change` to `state`: increments the revision and removes null keys; `left` replaces everything
 * else.
 */
export function changedState(state: BillingState, change: BillingChange): BillingState {
  const revision = state.revision + 1;
  if (change.left !== undefined) return readBillingState({ revision, ...change });
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  const given: Partial<BillingState> = Object.fromEntries(
    entries.map(([key, value]) => [key, value ?? undefined]),
  );
  return { ...state, ...given, revision };
}
