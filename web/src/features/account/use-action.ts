import type { ErrorCode } from '@outharbor/contract/errors';
import { useState } from 'react';
import { MESSAGES } from '../../content/messages.ts';
import { ApiError } from '../../lib/api-client.ts';
import { logError } from '../../lib/log.ts';
import { isSessionOver } from '../auth/session-over.ts';
import { useLoginRedirect } from '../auth/use-login-redirect.ts';
import { notify } from '../notifications/notify.ts';

const REASONS: Partial<Record<ErrorCode, string>> = {
  plan_change_unpaid: MESSAGES.cardRejected,
  plan_managed: MESSAGES.planManaged,
};

const toReason = (error: unknown) =>
  error instanceof ApiError && error.code !== undefined ? REASONS[error.code] : undefined;

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
      else notify.failure(toReason(error) ?? MESSAGES.somethingWentWrong);
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, run };
}
