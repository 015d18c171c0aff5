import type { BillingChange, BillingState } from '../billing-ledger.ts';
import { readBillingState } from './records.ts';

/** The state after a change was stored: one revision further, with null meaning removed, and nothing beside `left`. */
export function changedState(state: BillingState, change: BillingChange): BillingState {
  const revision = state.revision + 1;
  if (change.left !== undefined) return readBillingState({ revision, left: change.left });
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  const given: Partial<BillingState> = Object.fromEntries(
    entries.map(([key, value]) => [key, value ?? undefined]),
  );
  return { ...state, ...given, revision };
}
