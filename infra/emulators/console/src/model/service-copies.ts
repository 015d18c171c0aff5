import type { RequestSummary } from '@outharbor/emulator-kit/request-log';
import type { RequestRow, RequestSource } from '../rows.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import { Followed } from './followed.ts';
import { type Kept, keep } from './kept.ts';
import { eventRow, paymentRow, stripeWebhookRow } from './rows-in.ts';

type FollowedRequests = Followed<RequestSummary, Kept<RequestRow>>;

/** What the services hold, of which only what changed is read again. */
export class ServiceCopies {
  readonly stripe;
  readonly accounts;
  readonly requests: Readonly<Record<RequestSource, FollowedRequests>>;

  constructor(targets: ConsoleTargets) {
    const { identity, controls, apiRequests } = targets;
    this.stripe = new StripeSource(targets);
    this.accounts = new Followed((since) => identity.accountChanges(since), asItIs);
    this.requests = {
      stripe: readRequests('stripe', controls.stripe.requestChanges),
      identity: readRequests('identity', controls.identity.requestChanges),
      database: readRequests('database', controls.database.requestChanges),
      scheduling: readRequests('scheduling', controls.scheduling.requestChanges),
      api: readRequests('api', async (since) => apiRequests?.changes(undefined, since) ?? NOTHING),
    };
  }
}

const asItIs = <Summary>(summary: Summary): Summary => summary;
const NOTHING = { cursor: 'start', count: 0, rows: [] };

function readRequests(
  service: RequestSource,
  read: ConsoleTargets['stripe']['requestChanges'],
): FollowedRequests {
  return new Followed(read, (logged) => keep(requestRow(service, logged)), { keepsLast: true });
}

export function requestRow(service: RequestSource, { id, at, ...logged }: RequestSummary): RequestRow {
  const realAt = new Date(at).toISOString();
  return { id: `${service}-${id}`, service, ...logged, at: realAt, realAt };
}

/** What the Stripe emulator holds, read step by step. */
export class StripeSource {
  readonly customers;
  readonly subscriptions;
  readonly payments;
  readonly events;
  readonly deliveries;

  constructor({ stripe }: Pick<ConsoleTargets, 'stripe'>) {
    this.customers = new Followed((since) => stripe.changes('customers', since), asItIs);
    this.subscriptions = new Followed((since) => stripe.changes('subscriptions', since), asItIs);
    this.payments = new Followed((since) => stripe.changes('payments', since), paymentRow);
    this.events = new Followed((since) => stripe.changes('events', since), eventRow);
    this.deliveries = new Followed((since) => stripe.changes('deliveries', since), stripeWebhookRow);
  }

  /** Reads the long lists one by one, after what the people need. */
  async follow(how: 'whole' | 'people'): Promise<this> {
    await Promise.all([this.customers.follow(), this.subscriptions.follow()]);
    if (how === 'whole')
      for (const each of [this.payments, this.events, this.deliveries]) await each.follow();
    return this;
  }
}
