import type Stripe from 'stripe';
import { APPLICATION_ID } from '../context.ts';
import type { WebhookEndpoint } from './webhook-entities.ts';

/** Omits the secret, which is returned only on creation. */
export function webhookEndpointWire(endpoint: WebhookEndpoint): Stripe.WebhookEndpoint {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    api_version: endpoint.apiVersion ?? null,
    application: endpoint.connect ? APPLICATION_ID : null,
    created: endpoint.created,
    description: endpoint.description,
    enabled_events: [...endpoint.enabled_events],
    livemode: false,
    metadata: endpoint.metadata,
    status: endpoint.enabled ? 'enabled' : 'disabled',
    url: endpoint.url,
  };
}
