import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { EmulatorContext } from '../emulator-context.ts';
import { WEBHOOK_EVENTS, type WebhookEvent, type WebhookSubscription } from '../webhooks/delivery.ts';
import { type PageQuery, paginate } from './pagination.ts';
import { invalidArgument, notFound } from './rest-error.ts';

interface ForSubscription {
  Params: { id: string };
}

interface SubscriptionBody {
  readonly url?: unknown;
  readonly events?: unknown;
  readonly signing_key?: unknown;
}

export function addWebhookSubscriptionRoutes(app: FastifyInstance, context: EmulatorContext): void {
  const { outbox, addresses, clock, save } = context;

  const find = (id: string): WebhookSubscription => {
    const subscription = outbox.subscriptions.find((known) => known.id === id);
    if (!subscription) throw notFound();
    return subscription;
  };

  app.get<{ Querystring: PageQuery }>('/webhook_subscriptions', async (request) => {
    const subscriptions = outbox.subscriptions.map((subscription) => format(subscription, context));
    return paginate(subscriptions, request.query, new URL(request.url, addresses.apiUrl));
  });

  app.get<ForSubscription>('/webhook_subscriptions/:id', async (request) => ({
    resource: format(find(request.params.id), context),
  }));

  app.post<{ Body: SubscriptionBody | null }>('/webhook_subscriptions', async (request, reply) => {
    const created = {
      ...readBody(request.body ?? {}),
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

function readBody({ url, events, signing_key: signingKey }: SubscriptionBody) {
  if (typeof url !== 'string' || !/^https?:/.test(url) || !URL.canParse(url)) {
    throw invalidArgument('url', 'must be a valid URL');
  }
  if (!Array.isArray(events) || events.length === 0 || !events.every(isWebhookEvent)) {
    throw invalidArgument('events', `must be one or more of ${WEBHOOK_EVENTS.join(', ')}`);
  }
  if (signingKey !== undefined && typeof signingKey !== 'string') {
    throw invalidArgument('signing_key', 'must be a string');
  }
  return { url, events, signingKey: signingKey ?? randomBytes(32).toString('base64url') };
}

function isWebhookEvent(value: unknown): value is WebhookEvent {
  return WEBHOOK_EVENTS.some((event) => event === value);
}

function format(subscription: WebhookSubscription, { addresses }: EmulatorContext) {
  return {
    uri: addresses.webhookSubscription(subscription.id),
    callback_url: subscription.url,
    created_at: subscription.createdAt,
    updated_at: subscription.createdAt,
    retry_started_at: null,
    state: 'active',
    events: subscription.events,
    scope: 'organization',
    organization: addresses.organization,
    user: null,
    creator: addresses.user,
  };
}
