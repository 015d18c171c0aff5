import type { Changes } from '@outharbor/emulator-kit/change-feed';
import type { InNamespace } from '@outharbor/emulator-kit/control-client';
import type { Controlled, Timed } from '@outharbor/emulator-kit/control-operations';
import type { TimeSpan } from '@outharbor/emulator-kit/time-span';

export interface Mail {
  readonly to: string;
  readonly type: string;
  readonly link: string;
  readonly code: string;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
}

export interface AccountSummary {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly disabled: boolean;
}

/** Behaviour that a test can change. */
export interface Switches {
  /** How long every answer takes longer, in milliseconds. */
  readonly answerDelayMs: number;
}

/** Operations on a project for tests and the console, in the same process or through the control port. */
export interface Control extends Controlled, Timed {
  /** Deletes users, codes and tenants, and restores the initial settings and the system time. */
  reset(): Promise<void>;
  /** Resolves when keys are generated and all state is on disk. */
  settle(): Promise<void>;
  /** Users and settings, without password hashes. */
  state(): Promise<object>;
  mails(): Promise<readonly Mail[]>;
  /** Accounts that are new or changed since the cursor of an earlier answer; all since `start`. */
  accountChanges(since: string): Promise<Changes<AccountSummary>>;
  /** Milliseconds since the epoch, by the emulated clock. */
  now(): Promise<number>;
  /** Advances the clock by a span or by milliseconds. Resolves with the new time, like `now`. */
  advanceTime(by: TimeSpan | number): Promise<number>;
  /** Starts signing with a new key, in every namespace. */
  rotateKeys(): Promise<void>;
  /** Changes project settings in the format of `PATCH …/config`. Resolves with all settings. */
  configure(change: object): Promise<object>;
  switches(): Promise<Switches>;
  setSwitches(changes: Partial<Switches>): Promise<Switches>;
  /** The key file of the project's service account, for admin SDKs: the newest, if it has several. */
  serviceAccount(): Promise<object>;
  /** Resolves with the file of a second key. Both are accepted, in every namespace, until one is deleted. */
  addServiceAccountKey(): Promise<object>;
  /** By its `private_key_id`. The only key cannot be deleted. */
  deleteServiceAccountKey(id: string): Promise<void>;
}

export type NamespaceControl = InNamespace<Control>;
