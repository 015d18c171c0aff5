import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '@outharbor/contract/errors';
import { AppError } from '../errors/app-error.ts';
import type { BillingChange, BillingLedger, BillingState } from '../gateways/billing-ledger.ts';

export interface Work<T> {
  /** What to store; nothing is written where it is left out. */
  readonly change?: BillingChange;
  readonly result: T;
}

export interface Changed<T> {
  readonly before: BillingState;
  readonly after: BillingState;
  readonly result: T;
}

export interface ChangeOptions {
  /** The state where it was read just now. */
  readonly first?: BillingState | undefined;
  readonly rounds?: number;
  /** The error when every round was lost. */
  readonly exhausted?: ErrorCode;
}

/**
 * Works out a change from the user's state and stores it if that state is still the latest, or starts over.
 * `work` may return `again` when what it saw has changed under its hands.
 */
export async function changeBilling<T>(
  ledger: Pick<BillingLedger, 'read' | 'commit'>,
  uid: string,
  work: (state: BillingState) => Promise<Work<T> | 'again'>,
  { first, rounds = 12, exhausted = 'dependency_unavailable' }: ChangeOptions = {},
): Promise<Changed<T>> {
  let state = first;
  for (let round = 1; round <= rounds; round += 1) {
    state ??= await ledger.read(uid);
    const done = await work(state);
    if (done !== 'again') {
      const { change, result } = done;
      const after = change === undefined ? state : await ledger.commit(uid, state, change);
      if (after !== undefined) return { before: state, after, result };
    }
    state = undefined;
    await pause(Math.random() * 20 * round);
  }
  throw new AppError(exhausted, { cause: new Error(`the record of ${uid} is written too often`) });
}
