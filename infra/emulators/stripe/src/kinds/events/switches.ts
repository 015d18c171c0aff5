import * as json from '@outharbor/emulator-kit/json-reader';

const seconds = json.optional(json.integer(0));
const limit = json.optional(json.nullable(json.integer(1)));

const SWITCHES = {
  /** Seconds of the account's clock until a new object appears in lists. */
  listDelaySeconds: seconds,
  searchDelaySeconds: seconds,
  /** Requests that one endpoint accepts per window; null for any number. */
  endpointLimit: limit,
  /** Requests that the account accepts per window; null for any number. */
  globalLimit: limit,
  /** Length of that window, by the system clock. */
  limitWindowSeconds: json.optional(json.integer(1)),
  refundRefusal: json.optional(json.oneOf(['none', 'insufficient_balance'])),
  /** Seconds for which a renewal invoice stays a draft before it is charged. */
  draftSeconds: seconds,
  /** Days before a renewal at which `invoice.upcoming` is sent; null for never. */
  upcomingDays: limit,
  /** Whether the portal's settings were ever saved; without them there is no default configuration. */
  portalSettings: json.optional(json.oneOf(['saved', 'never_saved'])),
  /** Whether cards may be sent with their numbers, which a real account must be allowed. */
  rawCards: json.optional(json.oneOf(['test_numbers', 'rejected'])),
};

export const readSwitches = json.object(SWITCHES);

type SwitchChanges = json.ObjectOf<typeof SWITCHES>;
/** Behaviour of the real service that a test can change. */
export type Switches = { -readonly [K in keyof SwitchChanges]-?: SwitchChanges[K] };

/** A renewal invoice is charged an hour after its creation, as at Stripe. */
const DRAFT_SECONDS = 3600;

export function initialSwitches({
  draftSeconds = DRAFT_SECONDS,
}: {
  readonly draftSeconds?: number;
} = {}): Switches {
  return {
    listDelaySeconds: 0,
    searchDelaySeconds: 0,
    endpointLimit: null,
    globalLimit: null,
    limitWindowSeconds: 1,
    refundRefusal: 'none',
    draftSeconds,
    upcomingDays: null,
    portalSettings: 'saved',
    rawCards: 'test_numbers',
  };
}

export function setSwitches(switches: Switches, changes: Readonly<Partial<Switches>>): void {
  Object.assign(switches, readSwitches(changes, ''));
}
