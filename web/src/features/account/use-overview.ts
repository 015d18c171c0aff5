import type { AccountResponse } from '@outharbor/contract/schemas';
import { useCallback, useEffect, useState } from 'react';
import { logError } from '../../lib/log.ts';
import { signOutUser } from '../auth/accounts.ts';
import type { SignedIn } from '../auth/session.ts';
import { isSessionOver } from '../auth/session-over.ts';
import { readOverview } from './account-api.ts';

export type Overview = AccountResponse | 'loading' | 'failed';

/** Plan and receipts, reloaded whenever the plan changes in the live record. */
export function useOverview({ uid, plan, endsAt, behind }: SignedIn) {
  const [overview, setOverview] = useState<Overview>('loading');
  const load = useCallback(async () => {
    try {
      setOverview(await readOverview(uid));
    } catch (error) {
      setOverview('failed');
      if (!isSessionOver(error)) return logError('The plan and receipts cannot be read', error);
      // The browser may still have the session; signed out, the page shows the login link.
      signOutUser().catch((failure: unknown) => logError('The user could not be signed out', failure));
    }
  }, [uid]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload when one of these changes
  useEffect(() => {
    load();
  }, [load, plan, endsAt, behind]);
  return { overview, reload: load };
}
