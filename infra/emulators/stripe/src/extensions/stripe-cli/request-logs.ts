import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { isLiveKey, readKey } from '../../calls/authenticate.ts';
import { readPath } from '../../calls/fault-layer.ts';
import type { JsonObject } from '../../description/json.ts';
import { newId } from '../../kinds/objects.ts';
import type { Visits } from '../../kinds/part.ts';
import type { CliSession } from './cli-session.ts';

const tails = new Set<{ readonly session: CliSession; readonly socket: WebSocket }>();

/** Shows the program the requests that its filters choose, until its socket closes. */
export function tail(session: CliSession, socket: WebSocket): void {
  const added = { session, socket };
  tails.add(added);
  socket.on('close', () => tails.delete(added));
}

/** Shows each call of the API to those who wait for it. */
export function streamLogs(server: FastifyInstance, findSettings: Visits['findSettings']): void {
  server.addHook('onSend', async (request, reply, payload) => {
    if (tails.size === 0 || !/^\/v[12]\//.test(request.url) || reply.statusCode === 401) return payload;
    const settings = findSettings(request);
    const livemode = isLiveKey(readKey(request.headers.authorization ?? ''));
    for (const { session, socket } of tails) {
      const { context, filters } = session;
      if (context.settings !== settings || context.livemode !== livemode) continue;
      if (!isChosen(filters, request, reply)) continue;
      const event_payload = JSON.stringify({
        created_at: context.time.now(),
        livemode,
        method: request.method,
        request_id: reply.raw.getHeader('request-id'),
        status: reply.statusCode,
        url: readPath(request),
        error: reply.statusCode < 400 ? {} : readError(String(payload)),
      });
      socket.send(
        JSON.stringify({ type: 'request_log_event', request_log_id: newId('resp'), event_payload }),
      );
    }
    return payload;
  });
}

/** What a request has in place of each filter. */
const TRAITS: Readonly<Record<string, (request: FastifyRequest, reply: FastifyReply) => string>> = {
  filter_account: ({ headers }) => (headers['stripe-account'] === undefined ? 'self' : 'connect_out'),
  filter_http_method: ({ method }) => method,
  filter_ip_address: ({ ip }) => ip,
  filter_request_path: readPath,
  filter_request_status: (_, { statusCode }) => (statusCode < 400 ? 'succeeded' : 'failed'),
  filter_source: () => 'api',
  filter_status_code: (_, { statusCode }) => String(statusCode),
  filter_status_code_type: (_, { statusCode }) => String(statusCode - (statusCode % 100)),
};

function isChosen(filters: JsonObject, request: FastifyRequest, reply: FastifyReply): boolean {
  return Object.entries(TRAITS).every(([name, trait]) => {
    const allowed = filters[name];
    if (!Array.isArray(allowed) || allowed.length === 0) return true;
    const own = trait(request, reply).toLowerCase();
    return allowed.some((value) => String(value).toLowerCase() === own);
  });
}

/** The parts of an error that the program shows. */
function readError(body: string): JsonObject {
  const { error }: { readonly error: JsonObject } = JSON.parse(body);
  const { charge, code, decline_code, message, param, type } = error;
  return { charge, code, decline_code, message, param, type };
}
