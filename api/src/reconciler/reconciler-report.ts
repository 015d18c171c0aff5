/** What one pass of the reconciler looked at and put right. */
export interface ReconcilerReport {
  readonly sessions: number;
  readonly users: number;
  readonly plansRepaired: readonly string[];
  readonly sessionsExpired: readonly string[];
  readonly failures: number;
}

export const EMPTY_REPORT: ReconcilerReport = {
  sessions: 0,
  users: 0,
  plansRepaired: [],
  sessionsExpired: [],
  failures: 0,
};

export function addReports(one: ReconcilerReport, other: ReconcilerReport): ReconcilerReport {
  return {
    sessions: one.sessions + other.sessions,
    users: one.users + other.users,
    plansRepaired: [...one.plansRepaired, ...other.plansRepaired],
    sessionsExpired: [...one.sessionsExpired, ...other.sessionsExpired],
    failures: one.failures + other.failures,
  };
}
