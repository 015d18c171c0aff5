import type Stripe from 'stripe';
import type { WebSocket } from 'ws';
import { API_VERSION } from '../../description/description.ts';
import { isObject, type JsonObject } from '../../description/json.ts';
import type { Listener } from '../../kinds/events/webhook-entities.ts';
import { newId } from '../../kinds/objects.ts';
import type { Store } from '../../kinds/store/store.ts';
import { jsonText } from '../../kinds/versions/in-version.ts';
import { type CliSession, EVENTS, listeningSecret, THIN_EVENTS } from './cli-session.ts';

type Kind = Pick<Listener, 'connect' | 'shape'> & Partial<Pick<Listener, 'api_version'>>;

/** The program alone knows its version and its filters, and ignores all others. */
const KINDS: Readonly<Record<string, readonly Kind[]>> = {
  [EVENTS]: [{}, { api_version: API_VERSION }],
  [THIN_EVENTS]: [{ shape: thinBody }],
};

/** What to do when the program has an event, or is gone, by the ids of its listener and of the event. */
type Waiting = Map<string, { resolve: () => void; reject: (reason: unknown) => void }>;

/** Adds the program to the receivers of events until its socket closes. */
export function listen(session: CliSession, socket: WebSocket): void {
  const { store } = session.context;
  const waiting: Waiting = new Map();
  const listeners = session.features
    .flatMap((feature) => KINDS[feature] ?? [])
    .flatMap((kind) => [kind, { ...kind, connect: true }])
    .map((kind) => newListener(session, kind, { socket, waiting }));
  for (const listener of listeners) store.listeners.set(listener.id, listener);
  socket.on('message', (data) => {
    const { type, webhook_id: listener, event_id: event } = readMessage(String(data));
    // It does not say what became of an event that it ignores or cannot forward.
    if (type === 'event_ack') waiting.get(`${listener} ${event}`)?.resolve();
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The listener is gone.'));
    for (const { id } of listeners) store.listeners.delete(id);
    forgetDeliveries(store, new Set(listeners.map(({ id }) => id)));
  });
}

function forgetDeliveries(platform: Store, listeners: ReadonlySet<string>): void {
  const stores = [platform, ...platform.accountIds.map((id) => platform.connected(id))];
  platform.transact(() => {
    for (const { deliveries } of stores) {
      const stale = [...deliveries.values()].filter(({ endpoint }) => listeners.has(endpoint));
      for (const { id } of stale) deliveries.delete(id);
    }
  });
}

interface Line {
  readonly socket: WebSocket;
  readonly waiting: Waiting;
}

function newListener({ context, target }: CliSession, kind: Kind, line: Line): Listener {
  const id = newId('we');
  return {
    id,
    created: context.time.now(),
    url: target,
    secret: listeningSecret(context.settings),
    enabled_events: ['*'],
    api_version: null,
    status: 'enabled',
    configured: false,
    description: null,
    metadata: {},
    ...kind,
    send: async (_target, { body, headers, signal } = {}) => {
      const event = readMessage(String(body)).id;
      const http_headers = headers as Readonly<Record<string, string>>;
      const message = kind.shape
        ? { type: 'v2_event', http_headers, payload: body, destination_id: id }
        : {
            type: 'webhook_event',
            endpoint: { api_version: kind.api_version ?? null },
            event_payload: body,
            http_headers,
            webhook_conversation_id: newId('wc'),
            webhook_id: id,
          };
      const received = new Promise<void>((resolve, reject) => {
        line.waiting.set(`${id} ${event}`, { resolve, reject });
        signal?.addEventListener('abort', () => reject(signal.reason));
        line.socket.send(JSON.stringify(message));
      });
      await received.finally(() => line.waiting.delete(`${id} ${event}`));
      return new Response();
    },
  };
}

function readMessage(text: string): JsonObject {
  try {
    const message: unknown = JSON.parse(text);
    return isObject(message) ? message : {};
  } catch {
    return {};
  }
}

/** The thin form of an event: what it is about, but not how that looks. */
function thinBody(body: string): string {
  const { id, account, created, data, livemode, request, type }: Stripe.Event = JSON.parse(body);
  const about: { readonly id?: string; readonly object?: string } = data.object;
  return jsonText({
    id,
    object: 'v2.core.event',
    type: `v1.${type}`,
    created: new Date(created * 1000).toISOString(),
    livemode,
    ...(account !== undefined && { context: account }),
    reason: request?.id == null ? null : { type: 'request', request },
    related_object:
      about.id === undefined || about.object === undefined
        ? null
        : { id: about.id, type: about.object, url: `/v1/${about.object.replace('.', '/')}s/${about.id}` },
  });
}
