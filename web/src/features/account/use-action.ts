import { useState } from 'react';
import { logError } from '../../lib/log.ts';
import { isSessionOver } from '../auth/session-over.ts';
import { useLoginRedirect } from '../auth/use-login-redirect.ts';
import { failureMessage } from '../notifications/failure-message.ts';
import { notify } from '../notifications/notify.ts';

/** Runs button actions, one at a time, and shows a toast on failure. */
export function useAction() {
  const [busy, setBusy] = useState<string>();
  const { loginAgain } = useLoginRedirect();
  const run = (name: string, work: () => Promise<unknown>, successMessage?: string) => async () => {
    if (busy !== undefined) return;
    setBusy(name);
    try {
      await work();
      if (successMessage) notify.success(successMessage);
    } catch (error) {
      logError(`${name} failed`, error);
      if (isSessionOver(error)) loginAgain();
      else notify.failure(failureMessage(error));
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, run };
}
