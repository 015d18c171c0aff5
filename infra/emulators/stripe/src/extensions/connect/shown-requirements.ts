/** What Stripe has to know of an account, or of a person of it. */
export function requirementsWire(due: readonly string[]) {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: [...due],
    disabled_reason: due.length === 0 ? null : ('requirements.past_due' as const),
    errors: [],
    eventually_due: [...due],
    past_due: [...due],
    pending_verification: [],
  };
}
