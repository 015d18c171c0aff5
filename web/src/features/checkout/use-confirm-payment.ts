import type { ErrorCode } from '@outharbor/contract/errors';
import { SITE_PATHS } from '@outharbor/contract/paths';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { MESSAGES } from '../../content/messages.ts';
import { SUCCESS } from '../../content/success.ts';
import { ApiError } from '../../lib/api-client.ts';
import { logError } from '../../lib/log.ts';
import { retry } from '../../lib/retry.ts';
import { callApi } from '../auth/session.ts';
import { isSessionOver } from '../auth/session-over.ts';
import { useLoginRedirect } from '../auth/use-login-redirect.ts';
import { useSession } from '../auth/use-session.ts';
import { notify } from '../notifications/notify.ts';

type Confirmation = 'offered' | 'running' | 'nothing';

/** Errors that a retry cannot change: there is no payment to confirm. */
const PERMANENT: readonly (ErrorCode | undefined)[] = [
  'checkout_session_not_found',
  'payment_incomplete',
  'subscription_ended',
];

/**
 * The Proceed button on the success page. Stays busy and retries until the payment is confirmed or the live
 * record shows the plan, whichever comes first. `nothing`: the visitor has no payment to confirm.
 */
export function useConfirmPayment() {
  const session = useSession();
  const { search } = useLocation();
  const { loginFirst, loginAgain } = useLoginRedirect();
  const [confirmation, setConfirmation] = useState<Confirmation>('offered');
  const goToPlan = useGoToPlan();
  const running = confirmation === 'running';
  const returned = new URLSearchParams(search).get('session_id') ?? undefined;
  const signedIn = session.status === 'signed-in' ? session : undefined;
  const { uid, plan, recordLoaded, recordLate } = signedIn ?? {};
  // Without the record, the address says which session was paid.
  const sessionId = recordLate ? returned : signedIn?.sessionId;
  const nothing =
    recordLoaded || recordLate
      ? !sessionId && !plan
      : session.status === 'signed-out' && !running && returned === undefined;

  useEffect(() => {
    if (running && plan) goToPlan();
  }, [running, plan, goToPlan]);

  useEffect(() => {
    if (!running || !uid || !sessionId) return;
    const stop = new AbortController();
    const onFailure = (error: unknown, attempt: number) => {
      logError('The payment is not confirmed yet', error);
      if (error instanceof ApiError && PERMANENT.includes(error.code)) {
        setConfirmation('nothing');
      } else if (isSessionOver(error)) {
        setConfirmation('offered');
        loginAgain();
      } else if (attempt === 1) {
        notify.failure(MESSAGES.somethingWentWrong);
      }
    };
    const confirm = () => callApi('confirmPayment', { sessionId, firebaseId: uid });
    retry(confirm, { signal: stop.signal, onFailure }).then((confirmed) => confirmed && goToPlan());
    return () => stop.abort();
  }, [running, uid, sessionId, goToPlan, loginAgain]);

  useEffect(() => {
    if (!running || session.status !== 'signed-out') return;
    setConfirmation('offered');
    loginFirst();
  }, [running, session.status, loginFirst]);

  return {
    confirmation: nothing ? 'nothing' : confirmation,
    proceed: () => setConfirmation('running'),
  };
}

/** Runs only once, although both the confirmation and the live record may trigger it. */
function useGoToPlan(): () => void {
  const navigate = useNavigate();
  const [gone] = useState({ already: false });
  return useCallback(() => {
    if (gone.already) return;
    gone.already = true;
    notify.success(SUCCESS.confirmed);
    // Back should not offer to confirm the payment again.
    navigate(SITE_PATHS.pricing, { replace: true });
  }, [navigate, gone]);
}
