import type { Changes } from '@outharbor/emulator-kit/change-feed';
import { controlClient } from '@outharbor/emulator-kit/control-client';
import { type Controlled, get, post } from '@outharbor/emulator-kit/control-operations';
import * as json from '@outharbor/emulator-kit/json-reader';

/** What the console asks of the emulators of which it needs no other client. */
export interface Switched<Switches> extends Controlled {
  switches(): Promise<Switches>;
  setSwitches(changes: Partial<Switches>): Promise<Switches>;
}

export interface IdentityControl extends Switched<{ readonly answerDelayMs: number }> {
  accountChanges(since: string): Promise<Changes<AccountSummary>>;
}

/** An account as the control interface of the identity emulator lists it. */
export interface AccountSummary {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly disabled: boolean;
}

const OPERATIONS = { switches: get('switches'), setSwitches: post('switches', json.anyObject) };

export const identityClient = controlClient<IdentityControl>(
  { ...OPERATIONS, accountChanges: get('changes/accounts/:since') },
  () => ({}),
);
export const databaseClient = controlClient<Switched<{ readonly rejectWrites: boolean }>>(
  OPERATIONS,
  () => ({}),
);
