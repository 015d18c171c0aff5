import type { AccountResponse } from '@outharbor/contract/schemas';
import { useCallback, useEffect, useRef, useState } from 'react';
import { logError } from '../../lib/log.ts';
import { signOutUser } from '../auth/accounts.ts';
import type { SignedIn } from '../auth/session.ts';
import { isSessionOver } from '../auth/session-over.ts';
import { useLoginRedirect } from '../auth/use-login-redirect.ts';
import { readOverview } from './account-api.ts';

export type Overview = AccountResponse | 'loading' | 'failed';

/** Plan and receipts, reloaded whenever the plan changes in the live record. */
export function useOverview({ uid, plan, endsAt, behind }: SignedIn) {
  const [overview, setOverview] = useState<Overview>('loading');
  const { loginAgain } = useLoginRedirect();
  /** True once the plan or the message about the ended session has been shown. */
  const settled = useRef(false);
  const load = useCallback(async () => {
    try {
      setOverview(await readOverview(uid));
      settled.current = true;
    } catch (error) {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload when one of these changes
  useEffect(() => {
    load();
  }, [load, plan, endsAt, behind]);
  return { overview, reload: load };
}
