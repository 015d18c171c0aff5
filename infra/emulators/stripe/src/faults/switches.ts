/** Behaviour of the real service that is off until a test turns it on. */
export interface Switches {
  /** Seconds of the account's clock until a new object appears in lists. */
  listDelaySeconds: number;
  /** Seconds of the account's clock until a search finds a new object. */
  searchDelaySeconds: number;
  /** Requests that one endpoint accepts per window; null for any number. */
  endpointLimit: number | null;
  /** Requests that the account accepts per window; null for any number. */
  globalLimit: number | null;
  /** Length of that window, by the system clock. */
  limitWindowSeconds: number;
  /** Why refunds are rejected; those of disputed charges always are. */
  refundRefusal: 'none' | 'insufficient_balance';
  /** Seconds for which a renewal invoice stays a draft before it is charged; 3600 at Stripe. */
  draftSeconds: number;
  /** Days before a renewal at which `invoice.upcoming` is sent; null for never. */
  upcomingDays: number | null;
  /** Whether the portal's settings were ever saved; without them there is no default configuration. */
  portalSettings: 'saved' | 'never_saved';
}

export function switchesOff(): Switches {
  return {
    listDelaySeconds: 0,
    searchDelaySeconds: 0,
    endpointLimit: null,
    globalLimit: null,
    limitWindowSeconds: 1,
    refundRefusal: 'none',
    draftSeconds: 0,
    upcomingDays: null,
    portalSettings: 'saved',
  };
}

type Check = (value: unknown) => boolean;

const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

const isPositive: Check = (value) => isCount(value) && value !== 0;

const CHECKS: Readonly<Record<keyof Switches, readonly [Check, expected: string]>> = {
  listDelaySeconds: [isCount, 'a whole number of seconds'],
  searchDelaySeconds: [isCount, 'a whole number of seconds'],
  endpointLimit: [(value) => value === null || isPositive(value), 'a positive whole number or null'],
  globalLimit: [(value) => value === null || isPositive(value), 'a positive whole number or null'],
  limitWindowSeconds: [isPositive, 'a positive whole number of seconds'],
  draftSeconds: [isCount, 'a whole number of seconds'],
  upcomingDays: [(value) => value === null || isPositive(value), 'a positive whole number or null'],
  refundRefusal: [
    (value) => value === 'none' || value === 'insufficient_balance',
    'none or insufficient_balance',
  ],
  portalSettings: [(value) => value === 'saved' || value === 'never_saved', 'saved or never_saved'],
};

/** Applies the changes. Throws a RangeError, without changing anything, if one of them is invalid. */
export function setSwitches(switches: Switches, changes: Readonly<Partial<Switches>>): void {
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(CHECKS, name)) throw new RangeError(`there is no switch ${name}`);
    const [isValid, expected] = CHECKS[name as keyof Switches];
    if (!isValid(value)) throw new RangeError(`${name} must be ${expected}`);
  }
  Object.assign(switches, changes);
}
