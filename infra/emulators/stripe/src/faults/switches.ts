/** Behaviour of the real service, off until turned on. Delays are seconds of the account's clock. */
export interface Switches {
  listDelaySeconds: number;
  searchDelaySeconds: number;
  /** Requests per window of the system clock; null for any number. */
  endpointLimit: number | null;
  globalLimit: number | null;
  limitWindowSeconds: number;
  refundRefusal: 'none' | 'insufficient_balance';
  /** For which a renewal invoice stays a draft; 3600 at Stripe. */
  draftSeconds: number;
  /** `never_saved`: there is no default configuration. */
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
  refundRefusal: [
    (value) => value === 'none' || value === 'insufficient_balance',
    'none or insufficient_balance',
  ],
  portalSettings: [(value) => value === 'saved' || value === 'never_saved', 'saved or never_saved'],
};

/** Throws a RangeError, without changing anything, if one of the changes is invalid. */
export function setSwitches(switches: Switches, changes: Readonly<Partial<Switches>>): void {
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(CHECKS, name)) throw new RangeError(`there is no switch ${name}`);
    const [isValid, expected] = CHECKS[name as keyof Switches];
    if (!isValid(value)) throw new RangeError(`${name} must be ${expected}`);
  }
  Object.assign(switches, changes);
}
