export interface Course {
  readonly pays: boolean;
  /** What happens to them then. */
  readonly scenario?: string;
}

/** What has become of a person, and how. */
export const COURSES = {
  registered: { pays: false },
  verified: { pays: false, scenario: 'verify' },
  disabled: { pays: false, scenario: 'disable' },
  subscribed: { pays: true },
  refunded: { pays: true, scenario: 'refund' },
  partly_refunded: { pays: true, scenario: 'refund-part' },
  disputed: { pays: true, scenario: 'dispute' },
  cancels: { pays: true, scenario: 'cancel-at-end' },
  past_due: { pays: true, scenario: 'next-payment-fails' },
  needs_authentication: { pays: true, scenario: 'next-payment-needs-authentication' },
} as const satisfies Readonly<Record<string, Course>>;

export const SITUATIONS = Object.keys(COURSES) as readonly (keyof typeof COURSES)[];
