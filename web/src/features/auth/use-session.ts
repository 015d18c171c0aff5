import { useEffect, useLayoutEffect, useState } from 'react';
import { somebodyMayBeSignedIn } from '../../lib/signed-in-hint.ts';
import { type Session, watchSession } from './session.ts';

/** The live session; `unknown` on the server and while the page is taken over. */
export function useSession(): Session {
  const [session, setSession] = useState<Session>({ status: 'unknown' });
  useLayoutEffect(() => {
    if (somebodyMayBeSignedIn()) setSession({ status: 'checking' });
    // From here on the components themselves show it.
    delete document.documentElement.dataset.session;
  }, []);
  useEffect(() => watchSession(setSession), []);
  return session;
}
