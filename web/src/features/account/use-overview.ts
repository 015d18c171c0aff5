import type { AccountResponse } from '@outharbor/contract/schemas';
import { useCallback, useEffect, useState } from 'react';
import { logError } from '../../lib/log.ts';
import { signOutUser } from '../auth/accounts.ts';
import type { SignedIn } from '../auth/session.ts';
import { isSessionOver } from '../auth/session-over.ts';
import { readOverview } from './account-api.ts';

export type Overview = AccountResponse | 'loading' | 'failed';

/** Plan and receipts, asked for again whenever the live record says that the plan has changed. */
export function useOverview({ uid, plan, endsAt, behind }: SignedIn) {
  const [overview, setOverview] = useState<Overview>('loading');
  const load = useCallback(async () => {
    try {
      setOverview(await readOverview(uid));
    } catch (error) {
      setOverview('failed');
      if (!isSessionOver(error)) return logError('Plan and receipts cannot be read', error);
      // The page then shows the way to log in, whatever the browser remembers.
      signOutUser().catch((failure: unknown) => logError('The user is not signed out', failure));
    }
  }, [uid]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when one of these changes
  useEffect(() => {
    load();
  }, [load, plan, endsAt, behind]);
  return { overview, reload: load };
}
