import { noSuch, notSupported, rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type PathParams, post } from '../../kinds/endpoint.ts';
import { eventWire, requireEvent } from '../../kinds/events/events.ts';
import { receivers } from '../../kinds/events/receivers.ts';
import { deliveryId, type StoredEvent, type WebhookEndpoint } from '../../kinds/events/webhook-entities.ts';
import { object } from '../../kinds/params/composite.ts';
import { flag, optional, type ReadValue, text } from '../../kinds/params/reader.ts';

const params = object({
  account: optional(text()),
  for_stripecli: optional(flag),
  webhook_endpoint: optional(text()),
});

export const retryEndpoint = post('/v1/events/:id/retry', params, retry);

/** Sends the event once more, to an endpoint or to every program that listens. */
function retry(platform: Context, given: ReadValue<typeof params>, { id = '' }: PathParams): object {
  const { account, for_stripecli, webhook_endpoint } = given;
  const context = account === undefined ? platform : connected(platform, account);
  const event = requireEvent(context, id);
  if (!for_stripecli && webhook_endpoint === undefined) {
    throw rejected('You must pass webhook_endpoint.', 'webhook_endpoint');
  }
  const { listeners } = context.store.platform ?? context.store;
  const chosen = receivers(context.store).filter((receiver) =>
    webhook_endpoint === undefined ? listeners.has(receiver.id) : receiver.id === webhook_endpoint,
  );
  if (webhook_endpoint !== undefined && chosen.length === 0) {
    throw noSuch('webhook endpoint', webhook_endpoint, 'webhook_endpoint');
  }
  const unsent = chosen.filter((receiver) => !resend(context, event, receiver));
  if (webhook_endpoint !== undefined && unsent.length > 0) {
    throw notSupported('sending an event in a version in which it was never sent');
  }
  return eventWire(context, event);
}

function connected(platform: Context, account: string): Context {
  if (platform.store.accounts.get(account) === undefined) throw noSuch('account', account, 'account');
  return platform.connected(account);
}

/** False if the receiver's version is not among those in which the event is kept. */
function resend({ settings, store }: Context, event: StoredEvent, receiver: WebhookEndpoint): boolean {
  const id = deliveryId(event.id, receiver.id);
  const former = store.deliveries.get(id);
  const { apiVersion } = settings;
  if (former === undefined && (receiver.api_version ?? apiVersion) !== apiVersion) return false;
  store.deliveries.put({
    attempts: [],
    ...former,
    id,
    event: event.id,
    endpoint: receiver.id,
    status: 'pending',
    held: false,
    nextAttemptAt: Date.now(),
  });
  return true;
}
