import { useEffect, useState } from 'react';
import { type Session, watchSession } from './session.ts';

/** The live session; `unknown` on the server and until the provider has answered. */
export function useSession(): Session {
  const [session, setSession] = useState<Session>({ status: 'unknown' });
  useEffect(() => watchSession(setSession), []);
  return session;
}
