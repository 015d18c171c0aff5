import type { RequestLog } from '@outharbor/emulator-kit/request-log';
import { DatabaseError } from '../tree/database-error.ts';
import { acceptOwner, acceptToken, signOut } from './auth-actions.ts';
import { get, listen, unlisten } from './listen-actions.ts';
import type { ClientRequest } from './messages.ts';
import type { PerformAction, Session } from './session.ts';
import { cancelOnDisconnect, merge, mergeOnDisconnect, put, putOnDisconnect } from './write-actions.ts';

/** The REST methods that do the same. */
const METHODS: Readonly<Record<string, string>> = { p: 'PUT', m: 'PATCH', g: 'GET', q: 'LISTEN' };
const STATUSES: Readonly<Record<string, number>> = { permission_denied: 401, datastale: 412 };

/** Performs actions, and records reads and writes as the requests that they would be over REST. */
export function loggedActions(log: RequestLog): PerformAction {
  return (session, request) => {
    const method = METHODS[request.action];
    if (method === undefined) return performAction(session, request);
    try {
      const answer = performAction(session, request);
      log.add({ ...toLoggedCall(session, request, method), status: 200, answer });
      return answer;
    } catch (error) {
      if (error instanceof DatabaseError) {
        const answer = JSON.stringify({ error: error.message });
        log.add({ ...toLoggedCall(session, request, method), status: STATUSES[error.status] ?? 400, answer });
      }
      throw error;
    }
  };
}

function toLoggedCall({ namespace }: Session, { body, size }: ClientRequest, method: string) {
  const path = String(body.p ?? '').replace(/^\/+/, '');
  return {
    method,
    url: `/${path}.json?ns=${namespace.name}`,
    body: () => (body.d === undefined ? '' : JSON.stringify(body.d)),
    bodySize: size,
  };
}

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
function performAction(session: Session, request: ClientRequest): string {
  const act = ACTIONS.get(request.action);
  if (!act) throw new DatabaseError('unknown_action', `Unknown action ${request.action.slice(0, 20)}`);
  return act(session, request) ?? '""';
}
