import type { ErrorCode } from '@outharbor/contract/errors';
import { SITE_PATHS } from '@outharbor/contract/paths';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { MESSAGES } from '../../content/messages.ts';
import { SUCCESS } from '../../content/success.ts';
import { ApiError, confirmPayment } from '../../lib/api-client.ts';
import { logError } from '../../lib/log.ts';
import { retry } from '../../lib/retry.ts';
import { idToken } from '../auth/session.ts';
import { isSessionOver } from '../auth/session-over.ts';
import { useAskToLogIn } from '../auth/use-ask-to-log-in.ts';
import { useSession } from '../auth/use-session.ts';
import { notify } from '../notifications/notify.ts';

type Confirmation = 'offered' | 'running' | 'nothing';

/** Answers that no repetition changes: there is no payment that could be confirmed. */
const FINAL: readonly (ErrorCode | undefined)[] = [
  'checkout_session_not_found',
  'payment_incomplete',
  'subscription_ended',
];

/**
 * Proceed on the success page. It stays busy until the payment is confirmed or the live record shows the plan,
 * whichever is first, and keeps trying in between. Without a payment there is nothing to proceed with.
 */
export function useConfirmPayment() {
  const session = useSession();
  const { search } = useLocation();
  const { loginFirst, loginAgain } = useAskToLogIn();
  const [confirmation, setConfirmation] = useState<Confirmation>('offered');
  const goToPlan = useGoToPlan();
  const running = confirmation === 'running';
  const { uid, sessionId, plan, recordLoaded } = session.status === 'signed-in' ? session : {};
  const nothing = recordLoaded
    ? !sessionId && !plan
    : session.status === 'signed-out' && !running && !new URLSearchParams(search).has('session_id');

  useEffect(() => {
    if (running && plan) goToPlan();
  }, [running, plan, goToPlan]);

  useEffect(() => {
    if (!running || !uid || !sessionId) return;
    const stop = new AbortController();
    const onFailure = (error: unknown, attempt: number) => {
      logError('The payment is not confirmed yet', error);
      if (error instanceof ApiError && FINAL.includes(error.code)) {
        setConfirmation('nothing');
      } else if (isSessionOver(error)) {
        setConfirmation('offered');
        loginAgain();
      } else if (attempt === 1) {
        notify.failure(MESSAGES.somethingWentWrong);
      }
    };
    const confirm = async () => confirmPayment({ sessionId, firebaseId: uid }, await idToken());
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

/** Confirmation and live record may arrive at once; the visitor is told of one of them. */
function useGoToPlan(): () => void {
  const navigate = useNavigate();
  const [gone] = useState({ already: false });
  return useCallback(() => {
    if (gone.already) return;
    gone.already = true;
    notify.success(SUCCESS.confirmed);
    navigate(SITE_PATHS.pricing);
  }, [navigate, gone]);
}
