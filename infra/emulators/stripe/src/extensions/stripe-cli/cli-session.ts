import { createHash } from 'node:crypto';
import { invalidRequest } from '../../description/api-error.ts';
import { API_VERSION } from '../../description/description.ts';
import { isObject, type JsonObject } from '../../description/json.ts';
import type { Context, Settings } from '../../kinds/context.ts';
import { post } from '../../kinds/endpoint.ts';
import { newId } from '../../kinds/objects.ts';
import { list, object } from '../../kinds/params/composite.ts';
import { optional, type ReadValue, text } from '../../kinds/params/reader.ts';

export interface CliSession {
  readonly id: string;
  readonly context: Context;
  readonly features: readonly string[];
  /** Of the requests to show, as the program writes them. */
  readonly filters: JsonObject;
  /** Where the program says that it sends the events. */
  readonly target: string;
}

/** What the program asks for with its `websocket_features`. */
export const EVENTS = 'webhooks';
export const THIN_EVENTS = 'v2_events';
export const REQUEST_LOGS = 'request_logs';

export const SOCKET_PATH = '/subscribe/';
/** Seconds after which the program connects anew. It would miss the events of that moment. */
const RECONNECT_DELAY = 86_400;
const MAX_SESSIONS = 100;

/** By their unguessable ids. A program whose session is forgotten asks for another. */
export const sessions = new Map<string, CliSession>();

const params = object({
  device_name: text(),
  filters: optional(text()),
  forward_connect_to_url: optional(text()),
  forward_thin_connect_to_url: optional(text()),
  forward_thin_to_url: optional(text()),
  forward_to_url: optional(text()),
  websocket_features: list(text()),
});

export const sessionEndpoint = post('/v1/stripecli/sessions', params, (context, given) => {
  const { settings, cause, accountId } = context;
  const session = remember(context, given);
  return {
    default_version: settings.apiVersion,
    device_token: newId('ed_device'),
    display_connect_filter_warning: false,
    latest_version: API_VERSION,
    reconnect_delay: RECONNECT_DELAY,
    secret: listeningSecret(settings),
    websocket_authorized_feature: session.features.join(','),
    websocket_id: session.id,
    websocket_url: `ws://${cause.host}${SOCKET_PATH}${accountId}`,
  };
});

function remember(context: Context, given: ReadValue<typeof params>): CliSession {
  const unknown = given.websocket_features.find(
    (feature) => ![EVENTS, THIN_EVENTS, REQUEST_LOGS].includes(feature),
  );
  if (unknown !== undefined) {
    throw invalidRequest(`Invalid websocket_features: ${unknown}`, { param: 'websocket_features' });
  }
  const session: CliSession = {
    id: newId('cliws', 32),
    context,
    features: given.websocket_features,
    filters: readFilters(given.filters ?? '{}'),
    target: given.forward_to_url ?? given.forward_thin_to_url ?? `stripe listen on ${given.device_name}`,
  };
  const [oldest] = sessions.keys();
  if (sessions.size >= MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  sessions.set(session.id, session);
  return session;
}

function readFilters(json: string): JsonObject {
  try {
    const filters: unknown = JSON.parse(json);
    if (isObject(filters)) return filters;
  } catch {
    // It is rejected below.
  }
  throw invalidRequest('Invalid filters: must be a JSON object', { param: 'filters' });
}

/** The same for all sessions of an account, so that `--print-secret` can precede `listen`. */
export function listeningSecret({ secretKey }: Settings): string {
  return `whsec_${createHash('sha256').update(`stripe listen ${secretKey}`).digest('hex')}`;
}
