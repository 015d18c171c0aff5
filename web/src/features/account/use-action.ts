import { useState } from 'react';
import { MESSAGES } from '../../content/messages.ts';
import { logError } from '../../lib/log.ts';
import { isSessionOver } from '../auth/session-over.ts';
import { useAskToLogIn } from '../auth/use-ask-to-log-in.ts';
import { notify } from '../notifications/notify.ts';

/** Carries out what a button stands for, one thing at a time, and tells of its failure. */
export function useAction() {
  const [busy, setBusy] = useState<string>();
  const { loginAgain } = useAskToLogIn();
  const run = (name: string, work: () => Promise<unknown>, done?: string) => async () => {
    if (busy !== undefined) return;
    setBusy(name);
    try {
      await work();
      if (done) notify.success(done);
    } catch (error) {
      logError(`${name} failed`, error);
      if (isSessionOver(error)) loginAgain();
      else notify.failure(MESSAGES.somethingWentWrong);
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, run };
}
