import type { RequestSummary } from '@outharbor/emulator-kit/request-log';
import type { RequestRow, RequestSource } from '../rows.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import { followed } from './followed.ts';
import { type Kept, keep } from './kept.ts';
import { eventRow, paymentRow, stripeWebhookRow } from './rows-in.ts';

type FollowedRequests = ReturnType<typeof followed<RequestSummary, Kept<RequestRow>>>;

export type ServiceCopies = ReturnType<typeof serviceCopies>;

/** What the services hold, of which only what changed is read again. */
export function serviceCopies(targets: ConsoleTargets) {
  const { identity, controls, apiRequests } = targets;
  return {
    stripe: stripeSource(targets),
    accounts: followed((since) => identity.accountChanges(since), asItIs),
    requests: {
      stripe: readRequests('stripe', controls.stripe.requestChanges),
      identity: readRequests('identity', controls.identity.requestChanges),
      database: readRequests('database', controls.database.requestChanges),
      scheduling: readRequests('scheduling', controls.scheduling.requestChanges),
      api: readRequests('api', async (since) => apiRequests?.changes(undefined, since) ?? NOTHING),
    },
  };
}

const asItIs = <Summary>(summary: Summary): Summary => summary;
const NOTHING = { cursor: 'start', count: 0, rows: [] };

function readRequests(
  service: RequestSource,
  read: ConsoleTargets['stripe']['requestChanges'],
): FollowedRequests {
  return followed(read, (logged) => keep(requestRow(service, logged)), { keepsLast: true });
}

export function requestRow(service: RequestSource, { id, at, ...logged }: RequestSummary): RequestRow {
  const realAt = new Date(at).toISOString();
  return { id: `${service}-${id}`, service, ...logged, at: realAt, realAt };
}

/** What the Stripe emulator holds, read step by step. */
function stripeSource({ stripe }: Pick<ConsoleTargets, 'stripe'>) {
  const source = {
    customers: followed((since) => stripe.changes('customers', since), asItIs),
    subscriptions: followed((since) => stripe.changes('subscriptions', since), asItIs),
    payments: followed((since) => stripe.changes('payments', since), paymentRow),
    events: followed((since) => stripe.changes('events', since), eventRow),
    deliveries: followed((since) => stripe.changes('deliveries', since), stripeWebhookRow),
  };
  return {
    ...source,
    /** Reads the long lists one by one, after what the people need. */
    follow: async (how: 'whole' | 'people') => {
      const { customers, subscriptions, ...long } = source;
      await Promise.all([customers.follow(), subscriptions.follow()]);
      if (how === 'whole') for (const each of Object.values(long)) await each.follow();
      return source;
    },
  };
}
