import type { BillingChange, BillingState } from './billing-ledger.ts';

/** The state after a change was stored: one revision further, with null meaning removed. */
export function changedState(state: BillingState, change: BillingChange): BillingState {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  const given: Partial<BillingState> = Object.fromEntries(
    entries.map(([key, value]) => [key, value ?? undefined]),
  );
  return { ...state, ...given, revision: state.revision + 1 };
}
