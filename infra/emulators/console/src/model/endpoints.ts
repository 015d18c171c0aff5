import type { ConsoleTargets } from '../targets/console-targets.ts';
import type { Model } from './model.ts';
import { readOr, valueIn } from './sources.ts';

interface StripeEndpoint {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly enabled_events: readonly string[];
}

/** Where Stripe and the scheduling service send webhooks. */
export async function listEndpoints({ stripeApi }: ConsoleTargets, { sources }: Model) {
  const reading = stripeApi.get<{ readonly data: readonly StripeEndpoint[] }>('webhook_endpoints?limit=100');
  const { data } = await readOr(reading, { data: [] });
  const { subscriptions = [] } = valueIn(sources.scheduling, undefined) ?? {};
  return [
    ...data.map(({ id, url, status: state, enabled_events: events }) => ({ id, url, state, events })),
    ...subscriptions.map(({ id, url, disabledAt, events }) => {
      return { id, url, state: disabledAt === undefined ? 'enabled' : 'disabled', events };
    }),
  ];
}
