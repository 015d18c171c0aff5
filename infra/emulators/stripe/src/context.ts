import type { DeliveryPlan } from './faults/delivery-plan.ts';
import type { Switches } from './faults/switches.ts';
import type { Lateness } from './state/lateness.ts';
import type { Store } from './state/store.ts';
import type { Time } from './time/time.ts';

export interface Settings {
  /** Origin of the checkout pages, without a slash at the end. */
  publicUrl: string;
  /** Origin of the billing portal; that of the checkout where it is null. */
  readonly portalUrl: string | null;
  /** Path of the hosted pages on that origin. */
  readonly pagesPath: string;
  readonly secretKey: string;
  /** The namespace whose account this is; null for the emulator's own. */
  readonly namespace: string | null;
  /** The mode of the secret key. */
  readonly livemode: boolean;
  readonly deliveryPlan: DeliveryPlan;
  readonly switches: Switches;
  /** The account's default, for requests and webhook endpoints that name no version. */
  readonly apiVersion: string;
}

/** The request that events are attributed to; both null for what time or the control interface brings about. */
export interface Cause {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

/** What every operation works on. */
export interface Context {
  readonly store: Store;
  readonly time: Time;
  readonly settings: Settings;
  readonly cause: Cause;
  readonly lateness: Lateness;
  readonly livemode: boolean;
}

export const NO_CAUSE: Cause = { requestId: null, idempotencyKey: null };

/** The newest version of the API: the one in which the emulator thinks. */
export const API_VERSION = '2026-10-28.endive';

export const ACCOUNT_ID = 'acct_1Emulated00000000';
