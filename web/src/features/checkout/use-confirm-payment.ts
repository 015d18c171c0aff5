import { SITE_PATHS } from '@outharbor/contract/paths';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { MESSAGES } from '../../content/account.ts';
import { confirmPayment } from '../../lib/api-client.ts';
import { logError } from '../../lib/log.ts';
import { retry } from '../../lib/retry.ts';
import { idToken } from '../auth/session.ts';
import { useLoginFirst } from '../auth/use-login-first.ts';
import { useSession } from '../auth/use-session.ts';
import { notify } from '../notifications/notify.ts';

/**
 * Proceed on the success page. It stays busy until the payment is confirmed or the live record shows the plan,
 * whichever is first, and keeps trying in between.
 */
export function useConfirmPayment() {
  const session = useSession();
  const navigate = useNavigate();
  const loginFirst = useLoginFirst();
  const [confirming, setConfirming] = useState(false);
  const user = session.status === 'signed-in' ? session : undefined;
  const { uid, sessionId, plan } = user ?? {};
  const nothingToConfirm = user?.recordLoaded === true && !sessionId && !plan;

  useEffect(() => {
    if (confirming && plan) navigate(SITE_PATHS.pricing);
  }, [confirming, plan, navigate]);

  useEffect(() => {
    if (!confirming || !uid || !sessionId) return;
    const stop = new AbortController();
    retry(async () => confirmPayment({ sessionId, firebaseId: uid }, await idToken()), {
      signal: stop.signal,
      onFailure: reportFailure,
    }).then((confirmed) => confirmed && navigate(SITE_PATHS.pricing));
    return () => stop.abort();
  }, [confirming, uid, sessionId, navigate]);

  useEffect(() => {
    if (confirming && nothingToConfirm) reportFailure(new Error('no checkout session is stored'), 1);
  }, [confirming, nothingToConfirm]);

  useEffect(() => {
    if (confirming && session.status === 'signed-out') loginFirst();
  }, [confirming, session.status, loginFirst]);

  return { confirming, proceed: () => setConfirming(true) };
}

/** Every failed attempt is logged; the visitor is told once. */
function reportFailure(error: unknown, attempt: number): void {
  logError('The payment is not confirmed yet', error);
  if (attempt === 1) notify.failure(MESSAGES.somethingWentWrong);
}
