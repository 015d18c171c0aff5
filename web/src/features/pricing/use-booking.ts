import type { Plan } from '@outharbor/contract/plans';
import { useEffect, useState } from 'react';
import { MESSAGES } from '../../content/messages.ts';
import { logError } from '../../lib/log.ts';
import type { Session } from '../auth/session.ts';
import { isSessionOver } from '../auth/session-over.ts';
import { useAskToLogIn } from '../auth/use-ask-to-log-in.ts';
import { openBillingPortal, startCheckout } from '../checkout/start-checkout.ts';
import { notify } from '../notifications/notify.ts';

type Errand = { readonly kind: 'book'; readonly plan: Plan } | { readonly kind: 'manage' };

/** Book and Manage on the plan cards. A press before the session is known is carried out once it is. */
export function useBooking(session: Session) {
  const [errand, setErrand] = useState<Errand>();
  const { loginFirst, loginAgain } = useAskToLogIn();
  const ready = session.status === 'signed-out' || (session.status === 'signed-in' && session.recordLoaded);
  useClearOnReturn(() => setErrand(undefined));

  // biome-ignore lint/correctness/useExhaustiveDependencies: an errand is run once, when the session is known
  useEffect(() => {
    if (!errand || !ready) return;
    if (session.status === 'signed-out') {
      setErrand(undefined);
      loginFirst();
    } else if (session.status === 'signed-in' && session.plan && errand.kind === 'book') {
      setErrand(undefined);
    } else if (session.status === 'signed-in') {
      run(errand, session.uid).catch((error: unknown) => {
        logError('The checkout page cannot be opened', error);
        if (isSessionOver(error)) loginAgain();
        else notify.failure(MESSAGES.somethingWentWrong);
        setErrand(undefined);
      });
    }
  }, [errand, ready]);

  return {
    busyPlan: errand?.kind === 'book' ? errand.plan.name : undefined,
    managing: errand?.kind === 'manage',
    book: (plan: Plan) => setErrand((current) => current ?? { kind: 'book', plan }),
    manage: () => setErrand((current) => current ?? { kind: 'manage' }),
  };
}

const run = (errand: Errand, uid: string): Promise<void> =>
  errand.kind === 'manage' ? openBillingPortal(uid) : startCheckout(errand.plan.price, uid);

/** The browser's Back may bring the page back as it was left, spinner and all. */
function useClearOnReturn(clear: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: setting state needs no fresh function
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && clear();
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);
}
