import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '@outharbor/contract/errors';
import { AppError } from '../errors/app-error.ts';
import type { BillingChange, BillingState } from '../gateways/billing-state.ts';
import type { BillingLedger } from '../gateways/firebase/ledger.ts';

export interface Work<T> {
  /** Nothing is written if absent. */
  readonly change?: BillingChange;
  readonly result: T;
}

export interface Changed<T> {
  readonly before: BillingState;
  readonly after: BillingState;
  readonly result: T;
}

export interface ChangeOptions {
  /** The state, if it was just read. */
  readonly first?: BillingState | undefined;
  readonly rounds?: number;
  /** Thrown when every round has lost to another writer. */
  readonly exhausted?: ErrorCode;
}

/**
 * Computes a change from the user's state and commits it if that state is still current; otherwise starts
 * over. `work` may return `retry` if its input has changed in the meantime.
 */
export async function changeBilling<T>(
  ledger: Pick<BillingLedger, 'read' | 'commit'>,
  uid: string,
  work: (state: BillingState) => Promise<Work<T> | 'retry'>,
  { first, rounds = 12, exhausted = 'dependency_unavailable' }: ChangeOptions = {},
): Promise<Changed<T>> {
  let state = first;
  for (let round = 1; round <= rounds; round += 1) {
    state ??= await ledger.read(uid);
    const done = await work(state);
    if (done !== 'retry') {
      const { change, result } = done;
      const after = change === undefined ? state : await ledger.commit(uid, state, change);
      if (after !== undefined) return { before: state, after, result };
    }
    state = undefined;
    await pause(Math.random() * 20 * round);
  }
  throw new AppError(exhausted, { cause: new Error(`the record of ${uid} kept changing`) });
}
