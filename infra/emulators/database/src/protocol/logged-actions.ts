import type { RequestLog } from '@outharbor/emulator-kit/request-log';
import { DatabaseError } from '../tree/database-error.ts';
import { performAction } from './actions.ts';
import type { ClientRequest } from './messages.ts';
import type { PerformAction, Session } from './session.ts';

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
