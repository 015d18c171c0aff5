import { acceptOwner, acceptToken, signOut } from './auth-actions.ts';
import { get, listen, unlisten } from './listen-actions.ts';
import type { ClientRequest } from './messages.ts';
import type { Session } from './session.ts';
import { cancelOnDisconnect, merge, mergeOnDisconnect, put, putOnDisconnect } from './write-actions.ts';

/** Does what a request asks and returns the reply's data as JSON text; a DatabaseError is the other reply. */
export type Action = (session: Session, request: ClientRequest) => string | undefined;

const accept: Action = () => undefined;

export const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['s', accept],
  ['appcheck', accept],
  ['unappcheck', accept],
  // The SDK's spelling.
  ['unappeck', accept],
  ['auth', acceptToken],
  ['gauth', acceptOwner],
  ['unauth', signOut],
  ['q', listen],
  ['n', unlisten],
  ['g', get],
  ['p', put],
  ['m', merge],
  ['o', putOnDisconnect],
  ['om', mergeOnDisconnect],
  ['oc', cancelOnDisconnect],
]);
