import type { CallAnswer } from '@outharbor/contract/schemas';
import { useCallback, useEffect, useRef, useState } from 'react';
import { logError } from '../../lib/log.ts';
import { signOutUser } from '../auth/accounts.ts';
import type { SignedIn } from '../auth/session.ts';
import { isSessionOver } from '../auth/session-over.ts';
import { useLoginRedirect } from '../auth/use-login-redirect.ts';
import { readOverview } from './account-api.ts';

export type Overview = CallAnswer<'account'> | 'loading' | 'failed';

const agrees = (
  { plan: shown }: CallAnswer<'account'>,
  { plan, endsAt }: Pick<SignedIn, 'plan' | 'endsAt'>,
) => shown?.planType === plan && shown?.endsAt === endsAt;

/** Plan and receipts of one user, reloaded whenever the plan changes in the live record. */
export function useOverview({ uid, recordLoaded, plan, endsAt, pastDue }: SignedIn) {
  const [overview, setOverview] = useState<Overview>('loading');
  const { loginAgain } = useLoginRedirect();
  /** True once the plan or the message about the ended session has been shown. */
  const settled = useRef(false);
  /** The only call whose answer counts. */
  const newest = useRef<Promise<CallAnswer<'account'>>>(undefined);
  const load = useCallback(async () => {
    const call = readOverview(uid);
    newest.current = call;
    try {
      const answer = await call;
      if (newest.current !== call) return;
      setOverview(answer);
      settled.current = true;
    } catch (error) {
      if (newest.current !== call) return;
      setOverview('failed');
      if (!isSessionOver(error)) return logError('The plan and receipts cannot be read', error);
      if (!settled.current) {
        settled.current = true;
        return loginAgain();
      }
      // Deleting the account also changes the record, and must not look like an expired session.
      signOutUser().catch((failure: unknown) => logError('The user could not be signed out', failure));
    }
  }, [uid, loginAgain]);
  // Does not wait for the record, which may be unreadable.
  useEffect(() => {
    load();
    return () => {
      newest.current = undefined;
    };
  }, [load]);
  const recordKnown = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload when one of these changes
  useEffect(() => {
    // The first value of the record is a change only if the plan was read before it.
    const isNews = typeof overview === 'object' && !agrees(overview, { plan, endsAt });
    if (recordKnown.current || isNews) load();
    recordKnown.current = recordLoaded;
  }, [recordLoaded, plan, endsAt, pastDue]);
  return { overview, reload: load };
}
