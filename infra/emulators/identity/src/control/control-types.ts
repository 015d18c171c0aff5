import type { InNamespace } from '@outharbor/emulator-kit/control-client';
import type { ClockReading, TimeSpan } from '@outharbor/emulator-kit/time-span';

/** An e-mail that would have been sent, or a link that an administrator generated. */
export interface Mail {
  readonly to: string;
  readonly type: string;
  readonly link: string;
  readonly code: string;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
}

/** What tests and the console can do with a project, in the same process or through the control port. */
export interface Control {
  /** Deletes users, codes and tenants, and restores the first settings and the machine's time. */
  reset(): Promise<void>;
  /** Resolves when keys are made and everything is on disk. */
  settle(): Promise<void>;
  /** Users and settings, without password hashes. */
  state(): Promise<object>;
  mails(): Promise<readonly Mail[]>;
  clock(): Promise<ClockReading>;
  /** Milliseconds since the epoch, by the emulated clock. */
  now(): Promise<number>;
  /** Moves the clock forward by a span or by milliseconds. Resolves with the new time, as `now` does. */
  advanceTime(by: TimeSpan | number): Promise<number>;
  /** Signs with a new key from now on, in every namespace. */
  rotateKeys(): Promise<void>;
  /** Changes the project's settings, in the form of `PATCH …/config`; resolves with all of them. */
  configure(change: object): Promise<object>;
  /** The key file of the project's service account, as an admin SDK takes it. */
  serviceAccount(): Promise<object>;
}

export type NamespaceControl = InNamespace<Control>;
