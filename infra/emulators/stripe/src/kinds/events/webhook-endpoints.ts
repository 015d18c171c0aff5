import type Stripe from 'stripe';
import { invalidRequest, rejected } from '../../description/api-error.ts';
import { DESCRIPTION, requireVersion } from '../../description/description.ts';
import type { WebhookEndpointOption } from '../changeable-settings.ts';
import { APPLICATION_ID, type Context } from '../context.ts';
import { type Endpoint, post } from '../endpoint.ts';
import { finder, newId } from '../objects.ts';
import { callParams } from '../params/as-described.ts';
import { changedMetadata, list as listOf } from '../params/composite.ts';
import { type Reader, text } from '../params/reader.ts';
import { alone } from '../part.ts';
import { resource } from '../resource.ts';
import { shown } from '../store/kind-type.ts';
import type { WebhookEndpoint } from './webhook-entities.ts';

/** Stripe rejects unknown event types. */
const EVENT_TYPES = new Set(DESCRIPTION.eventTypes);

const eventType: Reader<string> = (value, name) => {
  const type = text()(value, name);
  if (EVENT_TYPES.has(type)) return type;
  throw invalidRequest(`Invalid ${name}: must be an event type, not ${type}`, { param: name });
};

const PATH = '/v1/webhook_endpoints';

const enabled_events = listOf(eventType);

const createParams = callParams<Stripe.WebhookEndpointCreateParams, { enabled_events: string[] }>(
  `POST ${PATH}`,
  { api_version: text(), enabled_events },
);

const updateParams = callParams<Stripe.WebhookEndpointUpdateParams, { enabled_events?: string[] }>(
  `POST ${PATH}/:id`,
  { enabled_events },
);

const OWN = ['configured', 'connect', 'secret'];

const show = shown<Stripe.WebhookEndpoint>('webhook_endpoint', {}, OWN);

const endpoints = resource(PATH, finder('webhook endpoint', 'webhookEndpoints'), alone(webhookEndpointWire));

export const webhookEndpointEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, (context, params) => {
    rejectFullAccount(context);
    const created = context.store.webhookEndpoints.put({
      id: newId('we'),
      created: context.time.now(),
      url: checkedUrl(params.url),
      secret: newId('whsec', 32),
      enabled_events: params.enabled_events,
      configured: false,
      description: params.description ?? null,
      metadata: changedMetadata({}, params.metadata),
      api_version:
        params.api_version === undefined ? null : requireVersion(params.api_version, 'api_version'),
      status: 'enabled',
      ...(params.connect && { connect: true }),
    });
    return { ...webhookEndpointWire(created), secret: created.secret };
  }),
  endpoints.list(),
  endpoints.retrieve,
  endpoints.update(updateParams, ({ description, disabled, enabled_events, url }) => ({
    description,
    enabled_events,
    status: disabled === undefined ? undefined : disabled ? 'disabled' : 'enabled',
    url: url && checkedUrl(url),
  })),
  endpoints.removal('webhook_endpoint', ({ store }, { id }) => store.webhookEndpoints.delete(id)),
];

function checkedUrl(url: string): string {
  const protocol = URL.parse(url)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return url;
  throw rejected('Invalid URL: An explicit scheme (such as https) must be provided.', {
    code: 'url_invalid',
    param: 'url',
  });
}

/** Per mode, by docs.stripe.com/webhooks. */
const MAX_ENDPOINTS = 16;

function rejectFullAccount({ livemode, store }: Context): void {
  const registered = [...store.webhookEndpoints.values()].filter(({ configured }) => !configured);
  if (registered.length < MAX_ENDPOINTS) return;
  const mode = livemode ? 'live' : 'test';
  throw rejected(`You have reached the maximum of ${MAX_ENDPOINTS} ${mode} webhook endpoints.`);
}

/** Replaces the configured endpoints. The id at each position stays the same, and so do its deliveries. */
export function configureEndpoints(
  { store, time }: Context,
  options: readonly WebhookEndpointOption[],
): void {
  store.transact(() => {
    const before = [...store.webhookEndpoints.values()].filter((endpoint) => endpoint.configured);
    for (const [index, { url, secret, enabledEvents = ['*'], apiVersion, connect }] of options.entries()) {
      store.webhookEndpoints.put({
        id: before[index]?.id ?? newId('we'),
        created: before[index]?.created ?? time.now(),
        url,
        secret,
        enabled_events: enabledEvents,
        configured: true,
        description: `Configured endpoint ${index + 1}`,
        metadata: {},
        api_version: apiVersion === undefined ? null : requireVersion(apiVersion),
        status: 'enabled',
        ...(connect && { connect }),
      });
    }
    for (const stale of before.slice(options.length)) store.webhookEndpoints.delete(stale.id);
  });
}

/** Omits the secret, which is returned only on creation. */
export function webhookEndpointWire(endpoint: WebhookEndpoint): Stripe.WebhookEndpoint {
  return show(endpoint, { application: endpoint.connect ? APPLICATION_ID : null });
}
