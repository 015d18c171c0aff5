import type { Changes } from '@outharbor/emulator-kit/change-feed';
import { controlClient } from '@outharbor/emulator-kit/control-client';
import { type Controlled, get, post } from '@outharbor/emulator-kit/control-operations';
import * as json from '@outharbor/emulator-kit/json-reader';

/** What the console asks of the emulators of which it needs no other client. */
interface Switched<Switches> extends Controlled {
  switches(): Promise<Switches>;
  setSwitches(changes: Partial<Switches>): Promise<Switches>;
}

interface ControlledIdentity extends Switched<{ readonly answerDelayMs: number }> {
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

const identity = controlClient<ControlledIdentity>(
  { ...OPERATIONS, accountChanges: get('changes/accounts/:since') },
  () => ({}),
);
const database = controlClient<Switched<{ readonly rejectWrites: boolean }>>(OPERATIONS, () => ({}));

export function connectIdentity(controlUrl: string, namespace: string | null) {
  return namespace === null
    ? identity.connectControl(controlUrl)
    : identity.connectNamespace(controlUrl, namespace);
}

export function connectDatabase(controlUrl: string, namespace: string | null) {
  return namespace === null
    ? database.connectControl(controlUrl)
    : database.connectNamespace(controlUrl, namespace);
}

export type IdentityControl = ReturnType<typeof connectIdentity>;
export type DatabaseControl = ReturnType<typeof connectDatabase>;
