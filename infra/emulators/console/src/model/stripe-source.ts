import type { ConsoleTargets } from '../targets/console-targets.ts';
import { Followed } from './followed.ts';
import { eventRow, paymentRow, stripeWebhookRow } from './rows-in.ts';

/** What the Stripe emulator holds, read step by step. */
export class StripeSource {
  readonly customers;
  readonly subscriptions;
  readonly payments;
  readonly events;
  readonly deliveries;

  constructor({ stripe }: Pick<ConsoleTargets, 'stripe'>) {
    this.customers = new Followed(
      (since) => stripe.changes('customers', since),
      (customer) => customer,
    );
    this.subscriptions = new Followed(
      (since) => stripe.changes('subscriptions', since),
      (subscription) => subscription,
    );
    this.payments = new Followed((since) => stripe.changes('payments', since), paymentRow);
    this.events = new Followed((since) => stripe.changes('events', since), eventRow);
    this.deliveries = new Followed((since) => stripe.changes('deliveries', since), stripeWebhookRow);
  }

  /** Reads the long lists one by one, after what the people need. */
  async follow(how: 'whole' | 'people'): Promise<void> {
    await Promise.all([this.customers.follow(), this.subscriptions.follow()]);
    if (how === 'people') return;
    for (const each of [this.payments, this.events, this.deliveries]) await each.follow();
  }
}
