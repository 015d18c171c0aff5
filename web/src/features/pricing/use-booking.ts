import type { ErrorCode } from '@outharbor/contract/errors';
import type { Plan } from '@outharbor/contract/plans';
import { useEffect, useState } from 'react';
import { MESSAGES } from '../../content/messages.ts';
import { ApiError } from '../../lib/api-client.ts';
import { logError } from '../../lib/log.ts';
import { isRecordAwaited, type Session } from '../auth/session.ts';
import { isSessionOver } from '../auth/session-over.ts';
import { useLoginRedirect } from '../auth/use-login-redirect.ts';
import { openBillingPortal, startCheckout } from '../checkout/start-checkout.ts';
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
        else notify.failure(reasonOf(error) ?? MESSAGES.somethingWentWrong);
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

const REASONS: Partial<Record<ErrorCode, string>> = {
  plan_already_active: MESSAGES.planAlreadyActive,
  plan_managed: MESSAGES.planManaged,
  plan_not_for_sale: MESSAGES.planNotForSale,
};

const reasonOf = (error: unknown) =>
  error instanceof ApiError && error.code !== undefined ? REASONS[error.code] : undefined;

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
