import type { MemoryWatch } from '@outharbor/emulator-kit/memory-watch';
import type { DeliveryPlan } from './faults/delivery-plan.ts';
import type { Switches } from './faults/switches.ts';
import type { Store } from './state/store.ts';
import type { VisibilityDelay } from './state/visibility-delay.ts';
import type { Time } from './time/time.ts';

export interface Settings {
  readonly memory: MemoryWatch;
  /** Without a trailing slash. */
  publicUrl: string;
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

/** Without values for events caused by the clock or the control interface. */
export interface Cause {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  readonly version: string;
}

export interface Context {
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
