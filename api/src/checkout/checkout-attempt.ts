import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';

const MAX_ATTEMPTS = 12;

type Deps = Pick<Context, 'ledger'>;

/** Announces a checkout; from here on every older one of the user is superseded. */
export async function beginAttempt({ ledger }: Deps, uid: string, attempt: string): Promise<void> {
  for (let round = 1; round <= MAX_ATTEMPTS; round += 1) {
    const { revision } = await ledger.read(uid);
    if (await ledger.commit(uid, revision, { checkoutAttempt: attempt })) return;
  }
  throw new AppError('checkout_in_progress');
}

/** Stores the session of an attempt; false when a newer attempt has begun meanwhile. */
export async function completeAttempt(
  { ledger }: Deps,
  uid: string,
  attempt: string,
  sessionId: string,
): Promise<boolean> {
  for (let round = 1; round <= MAX_ATTEMPTS; round += 1) {
    const { revision, checkoutAttempt } = await ledger.read(uid);
    if (checkoutAttempt !== attempt) return false;
    if (await ledger.commit(uid, revision, { sessionId })) return true;
  }
  return false;
}
