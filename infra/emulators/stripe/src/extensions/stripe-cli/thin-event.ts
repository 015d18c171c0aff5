import type Stripe from 'stripe';
import { jsonText } from '../../description/json.ts';

/** The thin form of an event: what it is about, but not how that looks. */
export function thinBody(body: string): string {
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
