import type { Store } from './state/store.ts';
import type { Time } from './time/time.ts';
import type { DeliveryPlan } from './webhooks/delivery-plan.ts';

export interface Settings {
  /** Origin of the public site, without a slash at the end. */
  publicUrl: string;
  /** Path of the hosted pages on that origin. */
  readonly pagesPath: string;
  readonly secretKey: string;
  readonly deliveryPlan: DeliveryPlan;
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
}

export const NO_CAUSE: Cause = { requestId: null, idempotencyKey: null };

/** The version of the API that the emulator's objects are shaped after. */
export const API_VERSION = '2026-10-28.endive';
