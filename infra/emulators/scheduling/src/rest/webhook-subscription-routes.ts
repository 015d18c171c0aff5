import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { EmulatorContext } from '../emulator-context.ts';
import {
  isUnsupportedEvent,
  WEBHOOK_EVENTS,
  WEBHOOK_SCOPES,
  type WebhookEvent,
  type WebhookScope,
  type WebhookSubscription,
} from '../webhooks/delivery.ts';
import { wireTime } from '../wire/format-event.ts';
import { readChoice } from './event-filters.ts';
import { paginate } from './pagination.ts';
import { alreadyExists, invalidArgument, orNotFound, permissionDenied, unsupported } from './rest-error.ts';

interface ForSubscription {
  Params: { id: string };
}

interface Owner {
  readonly organization?: unknown;
  readonly user?: unknown;
  readonly scope?: unknown;
}

interface SubscriptionBody extends Owner {
  readonly url?: unknown;
  readonly events?: unknown;
  readonly signing_key?: unknown;
}

export function addWebhookSubscriptionRoutes(app: FastifyInstance, context: EmulatorContext): void {
  const { outbox, addresses, clock, save } = context;

  const find = (id: string): WebhookSubscription =>
    orNotFound(outbox.subscriptions.find((known) => known.id === id));

  app.get<{ Querystring: Owner & { sort?: string } }>('/webhook_subscriptions', async (request) => {
    const scope = readScope(request.query);
    requireOwn(request.query, context);
    const sort = readChoice('sort', request.query.sort, ['created_at:asc', 'created_at:desc']);
    const subscriptions = outbox.subscriptions
      .filter((subscription) => subscriptionScope(subscription) === scope)
      .map((subscription) => format(subscription, context));
    if (sort === 'created_at:desc') subscriptions.reverse();
    return paginate(subscriptions, request.url, addresses);
  });

  app.get<ForSubscription>('/webhook_subscriptions/:id', async (request) => ({
    resource: format(find(request.params.id), context),
  }));

  app.post<{ Body: SubscriptionBody | null }>('/webhook_subscriptions', async (request, reply) => {
    const body = readBody(request.body ?? {});
    requireOwn(request.body ?? {}, context);
    if (outbox.subscriptions.some(({ url }) => url === body.url)) throw alreadyExists();
    const created = {
      ...body,
      id: randomUUID(),
      createdAt: clock.now().toISOString(),
    };
    outbox.subscriptions = [...outbox.subscriptions, created];
    await save();
    return reply.status(201).send({ resource: format(created, context) });
  });

  app.delete<ForSubscription>('/webhook_subscriptions/:id', async (request, reply) => {
    const { id } = find(request.params.id);
    outbox.subscriptions = outbox.subscriptions.filter((known) => known.id !== id);
    await save();
    return reply.status(204).send();
  });
}

function readBody({ url, events, signing_key: signingKey, ...owner }: SubscriptionBody) {
  if (typeof url !== 'string' || !/^https?:/.test(url) || !URL.canParse(url)) {
    throw invalidArgument('url', 'must be a valid URL');
  }
  const unknownHere = Array.isArray(events) ? events.find(isUnsupportedEvent) : undefined;
  if (unknownHere !== undefined) throw unsupported(`the event ${unknownHere}`);
  if (!Array.isArray(events) || events.length === 0 || !events.every(isWebhookEvent)) {
    throw invalidArgument('events', `must be one or more of ${WEBHOOK_EVENTS.join(', ')}`);
  }
  if (signingKey !== undefined && typeof signingKey !== 'string') {
    throw invalidArgument('signing_key', 'must be a string');
  }
  const scope = readScope(owner);
  return { url, events, scope, ...(signingKey !== undefined && { signingKey }) };
}

function readScope({ organization, user, scope }: Owner): WebhookScope {
  if (typeof organization !== 'string') throw invalidArgument('organization', 'is required');
  if (scope === 'group') throw unsupported('the scope group');
  const known = WEBHOOK_SCOPES.find((one) => one === scope);
  if (known === undefined) throw invalidArgument('scope', `must be one of ${WEBHOOK_SCOPES.join(', ')}`);
  if (known === 'user' && typeof user !== 'string')
    throw invalidArgument('user', 'is required for the scope user');
  return known;
}

const subscriptionScope = ({ scope = 'organization' }: WebhookSubscription): WebhookScope => scope;

function requireOwn({ organization, user }: Owner, { addresses }: EmulatorContext): void {
  if (organization !== addresses.organization || (user !== undefined && user !== addresses.user)) {
    throw permissionDenied('You do not have permission to access this resource.');
  }
}

function isWebhookEvent(value: unknown): value is WebhookEvent {
  return WEBHOOK_EVENTS.some((event) => event === value);
}

function format(subscription: WebhookSubscription, { addresses }: EmulatorContext) {
  const scope = subscriptionScope(subscription);
  const { createdAt, retryStartedAt, disabledAt } = subscription;
  return {
    uri: addresses.webhookSubscription(subscription.id),
    callback_url: subscription.url,
    created_at: wireTime(createdAt),
    updated_at: wireTime(disabledAt ?? retryStartedAt ?? createdAt),
    retry_started_at: retryStartedAt === undefined ? null : wireTime(retryStartedAt),
    state: disabledAt === undefined ? 'active' : 'disabled',
    events: subscription.events,
    scope,
    organization: addresses.organization,
    user: scope === 'user' ? addresses.user : null,
    creator: addresses.user,
  };
}
