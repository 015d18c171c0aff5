import * as json from '@outharbor/emulator-kit/json-reader';

export const delayMs = json.optional(json.integer(0, 600_000));
const MAX_COPIES = 100;

const PLAN = {
  hold: json.optional(json.flag),
  delayMs,
  /** How many times each is sent, even if the first is accepted. */
  copies: json.optional(json.integer(1, MAX_COPIES)),
};

export const readDeliveryPlan = json.object(PLAN);
export const readRedelivery = json.object({
  copies: PLAN.copies,
  delayMs,
  /** The version in which it is sent from now on. */
  apiVersion: json.optional(json.anyText),
});

export type DeliveryPlan = { -readonly [K in keyof typeof PLAN]: NonNullable<ReturnType<(typeof PLAN)[K]>> };
export type Redelivery = ReturnType<typeof readRedelivery>;

export function ordinaryPlan(): DeliveryPlan {
  return { hold: false, delayMs: 0, copies: 1 };
}

export interface BackOff {
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  readonly maxAttempts: number;
}

/** Seconds where Stripe waits hours, so that a recovered receiver soon gets its events. */
export const DEFAULT_BACK_OFF: BackOff = { firstDelayMs: 500, maxDelayMs: 60_000, maxAttempts: 40 };

/** Milliseconds from failed attempt number `attempts` to the next; null after the last. */
export function retryDelay(
  { firstDelayMs, maxDelayMs, maxAttempts }: BackOff,
  attempts: number,
): number | null {
  if (attempts >= maxAttempts) return null;
  return Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs);
}

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
  /** Days for which events are kept, with their deliveries; null for good. Of more than 50,000, the oldest go anyway. */
  eventDays: limit,
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
/** As at Stripe (docs.stripe.com/api/events). */
const EVENT_DAYS = 30;

export function initialSwitches({
  draftSeconds = DRAFT_SECONDS,
  eventDays = EVENT_DAYS,
}: Partial<Switches>): Switches {
  return {
    listDelaySeconds: 0,
    searchDelaySeconds: 0,
    endpointLimit: null,
    globalLimit: null,
    limitWindowSeconds: 1,
    refundRefusal: 'none',
    draftSeconds,
    upcomingDays: null,
    eventDays,
    portalSettings: 'saved',
    rawCards: 'test_numbers',
  };
}

export function setSwitches(switches: Switches, changes: Readonly<Partial<Switches>>): void {
  Object.assign(switches, readSwitches(changes, ''));
}

export const ENDPOINT = {
  url: json.httpUrl,
  secret: json.text,
  enabledEvents: json.described('event types to send; all when absent', json.optional(json.list(json.text))),
  apiVersion: json.described(
    "API version of the events; the account's default when absent",
    json.optional(json.text),
  ),
  connect: json.described(
    'whether it receives the events of connected accounts instead of those of the platform',
    json.optional(json.flag),
  ),
  livemode: json.described(
    "mode whose events it receives; that of the account's secret key when absent",
    json.optional(json.flag),
  ),
};

export interface WebhookEndpointOption extends json.ObjectOf<typeof ENDPOINT> {}

export const API_KEY = {
  key: json.described('sk_test_…, sk_live_…, or rk_… for a restricted key', json.text),
  permissions: json.described(
    'such as customer_read and subscription_write; write implies read',
    json.optional(json.list(json.text)),
  ),
};

/** An accepted API key, restricted to `permissions` if given. */
export interface ApiKeyOption extends json.ObjectOf<typeof API_KEY> {}

const LATE_SETTINGS = {
  publicUrl: json.optional(json.httpUrl),
  secureUrl: json.optional(json.httpUrl),
  webhookEndpoints: json.optional(json.list(json.object(ENDPOINT))),
  apiKeys: json.optional(json.list(json.object(API_KEY))),
};

export const readLateSettings = json.object(LATE_SETTINGS);
/** Settings that can be changed after the start, when other ports are known. */
export interface LateSettings extends json.ObjectOf<typeof LATE_SETTINGS> {}
