import { DatabaseError } from '../tree/database-error.ts';
import { acceptOwner, acceptToken, signOut } from './auth-actions.ts';
import { get, listen, unlisten } from './listen-actions.ts';
import type { ClientRequest } from './messages.ts';
import type { Session } from './session.ts';
import { cancelOnDisconnect, merge, mergeOnDisconnect, put, putOnDisconnect } from './write-actions.ts';

type Action = (session: Session, request: ClientRequest) => string | undefined;

const accept: Action = () => undefined;

const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
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

/** Returns the reply as JSON text. Throws a DatabaseError for an unknown action. */
export function performAction(session: Session, request: ClientRequest): string {
  const act = ACTIONS.get(request.action);
  if (!act) throw new DatabaseError('unknown_action', `Unknown action ${request.action.slice(0, 20)}`);
  return act(session, request) ?? '""';
}
