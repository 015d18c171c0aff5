import type Stripe from 'stripe';
import type { World } from './forms.ts';

/** The types of the events about an object, oldest first. */
export async function listEvents({ stripe }: World, id: string): Promise<string[]> {
  const { data } = await stripe.events.list({ limit: 100 });
  return data
    .filter(({ data: { object } }) => Reflect.get(object, 'id') === id)
    .map(({ type }) => type)
    .toReversed();
}

/** The types of the events that a filter leaves, oldest first. */
export async function listEventTypes(
  { stripe }: World,
  filter: Stripe.EventListParams = {},
): Promise<string[]> {
  const { data } = await stripe.events.list({ limit: 100, ...filter });
  return data.map(({ type }) => type).toReversed();
}
