import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '@outharbor/contract/errors';
import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import { type BillingChange, type BillingState, deletionStarted } from '../gateways/billing-state.ts';
import type { BillingLedger } from '../gateways/firebase/ledger.ts';
import type { SignedIn } from '../gateways/identity.ts';
import { type ResumeDeps, resumePlan } from './resume-plan.ts';

export type AccountDeps = ResumeDeps & Pick<Context, 'identity'>;

/**
 * Reads the user's billing state and checks in parallel that their sign-in is still valid. Resumes a plan that was
 * paused while the account was disabled.
 */
export async function readAccount(deps: AccountDeps, user: SignedIn): Promise<BillingState> {
  const [state] = await Promise.all([deps.ledger.read(user.uid), deps.identity.requireCurrent(user)]);
  if (deletionStarted(state))
    throw new AppError('unauthenticated', { cause: new Error('the account is being deleted') });
  return state.paused === undefined ? state : resumePlan(deps, user.uid, state);
}

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
