import type { MemoryWatch } from '@outharbor/emulator-kit/memory-watch';
import type { Price } from '../catalogue/catalogue-entities.ts';
import type { JsonObject } from '../description/json-object.ts';
import type { Time } from './clock/time.ts';
import type { DeliveryPlan } from './events/delivery-plan.ts';
import type { Switches } from './events/switches.ts';
import type { AnyCollection, Store } from './store/store.ts';
import type { VisibilityDelay } from './store/visibility-delay.ts';

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

/** A kind of object that filters of lists name. */
export interface ListedKind {
  readonly kind: string;
  readonly among: (store: Store) => Pick<AnyCollection, 'get'>;
}

export interface Reference extends ListedKind {
  readonly show: FindShown;
}

/** What an expandable field shows; undefined if it is not known here. */
export type LookUp = (context: Context, owner: JsonObject) => unknown;

/** What follows an event about an object. */
export type Follow = (context: Context, object: JsonObject) => void;

/** Where the usage of metered prices comes from. A source leaves prices that it does not measure undefined. */
export interface UsageSource {
  readonly measure: (context: Context, price: Price, used: Used) => number | undefined;
  /** Whether the usage of a period only grows. */
  readonly addsUp: (context: Context, price: Price) => boolean | undefined;
  /** Throws if a new price cannot have the meter. */
  readonly requireMeter?: (context: Context, id: string, param: string) => void;
}

/** What a customer used of a subscription's item, from `start` until before `end`. */
interface Used {
  readonly customer: string;
  readonly item: string;
  readonly start: number;
  readonly end: number;
}

/** What features add to what the core does. */
export interface Hooks {
  /** By the name of the fields and filters that refer to such an object. */
  readonly references: Readonly<Record<string, Reference>>;
  /** Expandable fields that refer by no id, by their type and name, such as `charge.refunds`: the first that knows answers. */
  readonly fields: Readonly<Record<string, readonly LookUp[]>>;
  /** By the type of the event. */
  readonly after: Readonly<Record<string, readonly Follow[]>>;
  readonly usage: readonly UsageSource[];
}

/** Without values for events caused by the clock or the control interface. */
export interface Cause {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  readonly version: string;
}

export interface Context {
  readonly features: Hooks;
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

export const API_VERSION = '2026-10-28.endive';

export const NO_CAUSE: Cause = { requestId: null, idempotencyKey: null, version: API_VERSION };

/** The platform's. */
export const ACCOUNT_ID = 'acct_1Emulated00000000';

/** The platform's application, which its connected accounts have authorized. */
export const APPLICATION_ID = 'ca_Emulated0000000000000000';

export const ACCOUNT_NAME = 'Emulated account';

/** What customers see on their statements, receipts and invoices. */
export function accountName({ accountId, platform }: Context): string {
  if (platform === null) return ACCOUNT_NAME;
  const { details = {}, email = null } = platform.store.accounts.get(accountId) ?? {};
  return String(details.business_profile?.name ?? email ?? accountId);
}
