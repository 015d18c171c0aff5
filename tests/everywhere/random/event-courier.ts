import { AppError } from '@outharbor/api/errors/app-error';
import { handleWebhook } from '@outharbor/api/webhooks/handle-webhook';
import type Stripe from 'stripe';
import type { ApiFleet } from './api-fleet.ts';
import type { Stage } from './stage.ts';

/** Delivers Stripe's events to the API in any order and any number of times. */
export class EventCourier {
  readonly #stage: Stage;
  readonly #fleet: ApiFleet;
  readonly #delivered = new Set<string>();

  constructor(stage: Stage, fleet: ApiFleet) {
    this.#stage = stage;
    this.#fleet = fleet;
  }

  /** Lists events, oldest first; `fresh` omits acknowledged ones. Test events still arrive in live mode. */
  async events(fresh: boolean): Promise<Stripe.Event[]> {
    const { test, live } = this.#stage;
    const sdks = this.#fleet.livemode ? [test, live] : [test];
    const lists = await Promise.all(
      sdks.map((sdk) => sdk.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })),
    );
    return lists.flatMap((list) => list.toReversed()).filter(({ id }) => !fresh || !this.#delivered.has(id));
  }

  async deliver(event: Stripe.Event, which = 0): Promise<string> {
    const payload = JSON.stringify(event);
    const signature = this.#stage.test.webhooks.generateTestHeaderString({
      payload,
      secret: 'whsec_emulated',
    });
    const outcome = await this.#fleet.run(which, (context) =>
      handleWebhook(context, context.payments.readWebhook(Buffer.from(payload), signature)),
    );
    if (outcome instanceof AppError) return outcome.code;
    if (outcome !== 'killed') this.#delivered.add(event.id);
    return outcome;
  }

  /** Delivers the remaining events in order until all are acknowledged. */
  async settle(): Promise<void> {
    let outcomes: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const pending = await this.events(true);
      if (pending.length === 0) return;
      outcomes = [];
      for (const event of pending) outcomes.push(`${event.type}: ${await this.deliver(event)}`);
    }
    throw new Error(`the API does not acknowledge every event: ${outcomes}`);
  }
}
