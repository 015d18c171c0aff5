import type { MemoryWatch } from '@outharbor/emulator-kit/memory-watch';
import type { ClockMove } from '@outharbor/emulator-kit/time-span';
import { API_VERSION } from '../description/description.ts';
import type { JsonObject } from '../description/json.ts';
import type { DeliveryPlan, Switches } from './changeable-settings.ts';
import type { FormObject } from './params/form.ts';
import type { AnyCollection, CollectionDefaults, Store } from './store/store.ts';
import type { VisibilityDelay } from './store/visibility-delay.ts';

/** When the clock of an account stands that is the same from run to run: the first day of 2026. */
const NEW_YEAR = 1_767_225_600;

export class Time {
  readonly #store: Store;
  readonly #platform: Time | null;
  #frozenAt: number | null = null;

  /** A connected account has its own test clocks, and otherwise the time of its `platform`. */
  constructor(store: Store, platform: Time | null = null) {
    this.#store = store;
    this.#platform = platform;
  }

  now(test_clock: string | null = null): number {
    const clock = test_clock === null ? undefined : this.#store.testClocks.get(test_clock);
    if (clock !== undefined) return clock.frozen_time;
    return this.#platform?.now() ?? this.#frozenAt ?? this.#started + this.offset;
  }

  get #started(): number {
    return this.#store.isRepeated ? NEW_YEAR : Math.floor(Date.now() / 1000);
  }

  /** Seconds by which the account's clock is ahead of the system clock. */
  get offset(): number {
    return this.#platform?.offset ?? this.#store.clock.get('clock')?.offset ?? 0;
  }

  get moves(): readonly ClockMove[] {
    return this.#store.clock.get('clock')?.moves ?? [];
  }

  frozenAt<T>(now: number, work: () => T): T {
    if (this.#platform !== null) return this.#platform.frozenAt(now, work);
    const before = this.#frozenAt;
    this.#frozenAt = now;
    try {
      return work();
    } finally {
      this.#frozenAt = before;
    }
  }
}

export interface Settings {
  readonly memory: MemoryWatch;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Where the hosted pages are served over HTTPS too; null if nowhere. */
  secureUrl: string | null;
  /** Null if it shares the checkout's. */
  readonly portalUrl: string | null;
  readonly pagesPath: string;
  readonly secretKey: string;
  /** Null for the default account. */
  readonly namespace: string | null;
  readonly livemode: boolean;
  readonly accountName: string;
  readonly deliveryPlan: DeliveryPlan;
  readonly switches: Switches;
  readonly apiVersion: string;
}

/** The origin of a hosted page that leads back to `address`. Only an app served over HTTPS has a browser that trusts ours. */
export function originFor({ publicUrl, secureUrl }: Settings, address: string | null): string {
  return secureUrl !== null && address?.startsWith('https:') ? secureUrl : publicUrl;
}

/** Finds what an id refers to, as it is shown. */
export type FindShown = (context: Context, id: string) => object | undefined;

/** A kind of object that fields and filters refer to by its id; `kind` is what errors call it. */
export interface Reference {
  readonly kind: string;
  readonly among: (store: Store) => Pick<AnyCollection, 'get'>;
  readonly show: FindShown;
}

/** What an expandable field shows; undefined if it is not known here. `whole` is the object that a part belongs to. */
export type LookUp = (context: Context, owner: JsonObject, whole: JsonObject) => unknown;

/** What follows an event about an object. */
export type Follow = (context: Context, object: JsonObject) => void;

/** Where the usage of metered prices comes from. A source leaves prices that it does not measure undefined. */
export interface UsageSource {
  readonly measure: (context: Context, price: MeteredPrice, used: Used) => number | undefined;
  /** Whether the usage of a period only grows. */
  readonly addsUp: (context: Context, price: MeteredPrice) => boolean | undefined;
  /** Throws if a new price cannot have the meter. */
  readonly requireMeter?: (context: Context, id: string, param: string) => void;
}

interface MeteredPrice {
  readonly recurring: { readonly meter: string | null } | null;
  readonly hidden?: { readonly aggregate_usage?: 'last_during_period' | 'last_ever' | 'max' | 'sum' };
}

/** What a customer used of a subscription's item, from `start` until before `end`. */
interface Used {
  readonly customer: string;
  readonly item: string;
  readonly start: number;
  readonly end: number;
}

/** When an entity is next due, if ever, and on which clock. */
export type Due = readonly [at: number | null | undefined, clock: string | null];

/** What time does to the entities of a collection. */
export interface Timed<T> {
  readonly due: (entity: T, context: Context) => Due;
  readonly run: (context: Context, entity: T, at: number) => unknown;
}

/** Converts an object to its shape before the change. */
type Rewrite = (context: Context, object: JsonObject) => JsonObject;

/** The parts of a Stripe API version change that the emulator implements. */
export interface VersionChange {
  /** The first version with the change. */
  readonly since: string;
  /** Keyed by the `object` field. */
  readonly objects: Readonly<Record<string, Rewrite>>;
  /** Keyed by method and path: converts parameters from the older form. */
  readonly params?: Readonly<Record<string, (form: FormObject) => FormObject>>;
}

/** What other rooms do when something happens in one below them. True if it was theirs to do. */
export interface Hooks {
  readonly accountCreated: Hook<Context>;
  /** Before the clock is deleted. */
  readonly clockDeleted: Hook<{ readonly id: string; readonly frozen_time: number }>;
  /** Before the customer is deleted. */
  readonly customerDeleted: Hook<{ readonly id: string; readonly test_clock: string | null }>;
  readonly debitFailed: Hook<Paid>;
  readonly methodChosen: Hook<{ readonly customer: string; readonly method: string }>;
  /** Before the customer and the subscriptions pay by nothing instead. */
  readonly methodReleased: Hook<{ readonly id: string }>;
  readonly methodDetached: Hook<{ readonly id: string }>;
  readonly paymentSucceeded: Hook<Paid>;
  readonly paymentWaits: Hook<{ readonly invoice?: string | undefined }>;
  readonly setupSucceeded: Hook<Prepared>;
}

type Hook<T> = (context: Context, subject: T) => unknown;

/** Tells the rooms above what happened, the highest first. True if one of them had to do something about it. */
export function tell<K extends keyof Hooks>(
  context: Context,
  happening: K,
  subject: Parameters<Hooks[K]>[1],
): boolean {
  const hooks: readonly Hook<never>[] = context.installed.hooks[happening] ?? [];
  return hooks.map((hook) => hook(context, subject as never) === true).includes(true);
}

interface Paid {
  readonly id: string;
  readonly latest_charge: string | null;
  readonly mandate?: string | undefined;
  readonly payment_method: string | null;
  readonly now: number;
}

interface Prepared {
  readonly id: string;
  readonly subscription?: string | undefined;
  readonly payment_method: string | null;
}

/** What the rooms and extensions add to what all share. */
export interface Installed {
  readonly collections: CollectionDefaults;
  readonly references: Readonly<Record<string, Reference>>;
  /** Expandable fields by their type and name. The first that knows answers. */
  readonly fields: Readonly<Record<string, readonly LookUp[]>>;
  /** By the name of the collection. */
  readonly timed: Readonly<Record<string, Timed<never>>>;
  readonly after: Readonly<Record<string, readonly Follow[]>>;
  readonly usage: readonly UsageSource[];
  readonly hooks: { readonly [K in keyof Hooks]?: readonly Hooks[K][] };
  /** Newest first: each change rewrites the result of the one before it. */
  readonly changes: readonly VersionChange[];
}

/** Without values for events caused by the clock or the control interface. */
export interface Cause {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  readonly version: string;
  /** The host and port that the caller used. */
  readonly host?: string | undefined;
  /** Where the caller is. */
  readonly ip?: string;
}

export interface Context {
  readonly installed: Installed;
  readonly store: Store;
  readonly time: Time;
  readonly settings: Settings;
  readonly cause: Cause;
  readonly visibilityDelay: VisibilityDelay;
  readonly livemode: boolean;
  readonly accountId: string;
  /** The account's platform; null for the platform itself. */
  readonly platform: Context | null;
  /** The context of one of the platform's connected accounts. */
  readonly connected: (account: string) => Context;
}

export const NO_CAUSE: Cause = { requestId: null, idempotencyKey: null, version: API_VERSION };

/** The platform's. */
export const ACCOUNT_ID = 'acct_1Emulated00000000';

/** The platform's application, which its connected accounts have authorized. */
export const APPLICATION_ID = 'ca_Emulated0000000000000000';

export const ACCOUNT_NAME = 'Emulated account';

/** What customers see on their statements, receipts and invoices. */
export function accountName({ accountId, platform, settings }: Context): string {
  if (platform === null) return settings.accountName;
  const { details = {}, email = null } = platform.store.accounts.get(accountId) ?? {};
  return String(details.business_profile?.name ?? email ?? accountId);
}

/** Resolves a reference between entities; a miss is an emulator bug, not a client error. */
export function requireFound<T>(entity: T | undefined, what: string): T {
  if (entity === undefined) throw new Error(`${what} is missing from the state`);
  return entity;
}
