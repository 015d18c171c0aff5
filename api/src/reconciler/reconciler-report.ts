/** What the reconciler checked and repaired. */
export interface ReconcilerReport {
  readonly events: number;
  readonly subscriptions: number;
  readonly plansRepaired: readonly string[];
  readonly failures: number;
}

export const EMPTY_REPORT: ReconcilerReport = { events: 0, subscriptions: 0, plansRepaired: [], failures: 0 };

export function addReports(one: ReconcilerReport, other: ReconcilerReport): ReconcilerReport {
  return {
    events: one.events + other.events,
    subscriptions: one.subscriptions + other.subscriptions,
    plansRepaired: [...one.plansRepaired, ...other.plansRepaired],
    failures: one.failures + other.failures,
  };
}
