import type { Plan } from '@outharbor/contract/plans';
import { useEffect, useState } from 'react';
import { logError } from '../../lib/log.ts';
import { isRecordAwaited, type Session } from '../auth/session.ts';
import { isSessionOver } from '../auth/session-over.ts';
import { useLoginRedirect } from '../auth/use-login-redirect.ts';
import { openBillingPortal, startCheckout } from '../checkout/start-checkout.ts';
import { failureMessage } from '../notifications/failure-message.ts';
import { notify } from '../notifications/notify.ts';

type PendingAction = { readonly kind: 'book'; readonly plan: Plan } | { readonly kind: 'manage' };

/** The Book and Manage buttons on the plan cards. A press before the session is known runs once it is. */
export function useBooking(session: Session) {
  const [pending, setPending] = useState<PendingAction>();
  const { loginFirst, loginAgain } = useLoginRedirect();
  const ready =
    session.status === 'signed-out' || (session.status === 'signed-in' && !isRecordAwaited(session));
  useClearOnReturn(() => setPending(undefined));

  // biome-ignore lint/correctness/useExhaustiveDependencies: run once, when the session is known
  useEffect(() => {
    if (!pending || !ready) return;
    if (session.status === 'signed-out') {
      setPending(undefined);
      loginFirst();
    } else if (session.status === 'signed-in' && session.plan && pending.kind === 'book') {
      setPending(undefined);
    } else if (session.status === 'signed-in') {
      run(pending, session.uid).catch((error: unknown) => {
        logError('The checkout page cannot be opened', error);
        if (isSessionOver(error)) loginAgain();
        else notify.failure(failureMessage(error));
        setPending(undefined);
      });
    }
  }, [pending, ready]);

  return {
    busyPlan: pending?.kind === 'book' ? pending.plan.name : undefined,
    managing: pending?.kind === 'manage',
    book: (plan: Plan) => setPending((current) => current ?? { kind: 'book', plan }),
    manage: () => setPending((current) => current ?? { kind: 'manage' }),
  };
}

const run = (pending: PendingAction, uid: string): Promise<void> =>
  pending.kind === 'manage' ? openBillingPortal(uid) : startCheckout(pending.plan.price, uid);

/** The back/forward cache restores the page with its spinner still showing. */
function useClearOnReturn(clear: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: setting state needs no fresh function
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && clear();
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);
}
