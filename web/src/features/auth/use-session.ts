import { useEffect, useLayoutEffect, useState } from 'react';
import { hasSignedInHint } from '../../lib/signed-in-hint.ts';
import { type Session, watchSession } from './session.ts';

/** The live session; `unknown` on the server and during hydration. */
export function useSession(): Session {
  const [session, setSession] = useState<Session>({ status: 'unknown' });
  useLayoutEffect(() => {
    if (hasSignedInHint()) setSession({ status: 'checking' });
    // From here on the components render the session state.
    delete document.documentElement.dataset.session;
  }, []);
  useEffect(() => watchSession(setSession), []);
  return session;
}
