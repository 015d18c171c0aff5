import { PLAN_PRICES } from '@outharbor/contract/plans';
import { createApiClient } from '../support/api-client.ts';
import { createWebhookCourier, type WebhookCourier } from '../support/webhook-courier.ts';
import { ApiFleet } from './api-fleet.ts';
import { type PlayedUser, type Violation, violationsOf } from './model.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Stage } from './stage.ts';
import { survive } from './survive.ts';

const VISA = '4242424242424242';
const CARDS = [VISA, VISA, VISA, '4000000000000341', '4000000000000002'];

/** One schedule: its users, its API processes, and the steps that they may take. */
export class Play {
  readonly trace: string[] = [];
  readonly #stage: Stage;
  readonly #random: SeededRandom;
  readonly #users: PlayedUser[];
  readonly #courier: WebhookCourier;
  readonly #apis: ApiFleet;
  /** Stripe has given up delivering: the reconciler is on its own. */
  readonly #deliveriesEnd: boolean;

  constructor(stage: Stage, random: SeededRandom, seed: number, since: number) {
    this.#stage = stage;
    this.#random = random;
    this.#users = Array.from({ length: 1 + random.below(2) }, (_, index) => ({
      uid: `s${seed}-${index}`,
      sessions: [],
      ended: new Set(),
      besides: false,
    }));
    this.#apis = new ApiFleet(stage, random, (index) => this.trace.push(`API ${index} is killed`));
    this.#courier = createWebhookCourier(stage, () => this.#apis.url(), since);
    this.#deliveriesEnd = random.chance(0.3);
  }

  start(): Promise<void> {
    return this.#apis.start();
  }

  step(): Promise<void> {
    const user = this.#random.pick(this.#users);
    const steps: readonly (() => Promise<void>)[] = [
      () => this.#book(user),
      () => this.#book(user),
      () => this.#pay(user),
      () => this.#pay(user),
      () => this.#confirm(user),
      () => this.#deliver(),
      () => this.#deliver(),
      () => this.#cancel(user),
      () => this.#deliverInOutage(),
      () => this.#passTime(),
      () => this.#sessionBesides(user),
      () => this.#deleteCustomer(user),
    ];
    return this.#random.pick(steps)();
  }

  async settle(): Promise<void> {
    await this.#apis.calmDown();
    await this.#noteStripesEndings();
    // Twice, because the first round may itself end a second subscription, of which Stripe then tells.
    for (let round = 0; round < 2; round += 1) {
      if (!this.#deliveriesEnd) await this.#courier.settle();
      await this.#stage.reconcile();
    }
  }

  async violations(): Promise<Violation[]> {
    const found = await Promise.all(this.#users.map((user) => violationsOf(this.#stage, user)));
    return found.flatMap((violations, index) =>
      violations.map((text) => `${this.#users[index]?.uid}: ${text}`),
    );
  }

  close(): Promise<void> {
    return this.#apis.close();
  }

  #client({ uid }: PlayedUser) {
    return createApiClient(
      () => this.#apis.url(),
      uid,
      () => `t.${uid}.x`,
    );
  }

  async #book(user: PlayedUser): Promise<void> {
    const price = this.#random.pick(PLAN_PRICES);
    const answer = await survive(this.#client(user).book(price));
    const id = answer?.body.session?.id;
    if (id !== undefined) user.sessions.push(id);
    this.trace.push(
      `${user.uid} books ${price}: ${answer?.status ?? 'no answer'} ${id ?? answer?.body.error?.code ?? ''}`,
    );
  }

  async #pay(user: PlayedUser): Promise<void> {
    if (user.sessions.length === 0) return;
    const id = this.#random.pick(user.sessions);
    const card = this.#random.pick(CARDS);
    const { result } = await this.#stage.stripe.pay(id, { card });
    this.trace.push(`${user.uid} pays ${id} with ${card}: ${result}`);
  }

  async #confirm(user: PlayedUser): Promise<void> {
    const all = this.#users.flatMap(({ sessions }) => sessions);
    if (all.length === 0) return;
    const id = this.#random.pick(all);
    const answer = await survive(this.#client(user).confirm(id));
    this.trace.push(
      `${user.uid} confirms ${id}: ${answer?.status ?? 'no answer'} ${answer?.body.planType ?? ''}`,
    );
    if (answer?.status === 200 && !user.sessions.includes(id)) {
      throw new Error(`${user.uid} confirmed a session of somebody else`);
    }
  }

  async #deliver(): Promise<void> {
    const events = await this.#courier.events({ fresh: this.#random.chance(0.7) });
    const some = this.#random.shuffle(events).slice(0, 1 + this.#random.below(6));
    await Promise.all(some.map((event) => survive(this.#courier.deliver(event))));
    this.trace.push(`${some.length} events are delivered`);
  }

  /** Every event meets an API that can do nothing: only redelivery or the reconciler makes up for it. */
  async #deliverInOutage(): Promise<void> {
    await this.#apis.duringOutage(async () => {
      for (const event of await this.#courier.events({ fresh: true })) {
        await survive(this.#courier.deliver(event));
      }
    });
    this.trace.push('everything was delivered while Stripe and database were away');
  }

  async #cancel(user: PlayedUser): Promise<void> {
    const state = await this.#stage.stripe.state();
    const live = state.subscriptions.filter(
      ({ metadata, status }) => metadata.uid === user.uid && status !== 'canceled',
    );
    if (live.length === 0) return;
    const { id } = this.#random.pick(live);
    user.ended.add(id);
    await survive(this.#stage.sdk.subscriptions.cancel(id));
    this.trace.push(`${user.uid} cancels ${id}`);
  }

  async #passTime(): Promise<void> {
    const span = this.#random.pick([{ seconds: 40 }, { days: 1, seconds: 5 }, { months: 1 }]);
    await this.#stage.stripe.advanceTime(span);
    this.trace.push(`time passes: ${JSON.stringify(span)}`);
  }

  /** What the API prevents, done past it: a second open session of the same customer. */
  async #sessionBesides(user: PlayedUser): Promise<void> {
    const { customerId } = await this.#stage.gateways.ledger.read(user.uid);
    if (customerId === undefined || !this.#random.chance(0.3)) return;
    user.besides = true;
    const opened = await this.#stage.gateways.payments.createCheckoutSession({
      uid: user.uid,
      customerId,
      plan: 'pro',
      attempt: crypto.randomUUID(),
      successUrl: 'http://localhost:8080/success',
      cancelUrl: 'http://localhost:8080/cancel',
    });
    if (opened === 'customer_missing') return;
    user.sessions.push(opened.id);
    this.trace.push(`${user.uid} gets ${opened.id} past the API`);
  }

  /** Somebody does so in Stripe's dashboard; a second payment that is not given back yet would go with it. */
  async #deleteCustomer(user: PlayedUser): Promise<void> {
    const { customerId } = await this.#stage.gateways.ledger.read(user.uid);
    if (customerId === undefined || user.besides || !this.#random.chance(0.3)) return;
    await survive(this.#stage.sdk.customers.del(customerId));
    const { subscriptions } = await this.#stage.stripe.state();
    for (const { id, customer, status } of subscriptions) {
      if (customer === customerId && status === 'canceled') user.ended.add(id);
    }
    this.trace.push(`${user.uid} is deleted as ${customerId}`);
  }

  /** A subscription that Stripe gave up collecting ended without the API. */
  async #noteStripesEndings(): Promise<void> {
    const { events } = await this.#stage.stripe.state();
    const gaveUp = events.some(({ type }) => type === 'invoice.payment_failed');
    if (!gaveUp) return;
    const { subscriptions } = await this.#stage.stripe.state();
    for (const user of this.#users) {
      for (const { id, metadata, cancellation_details } of subscriptions) {
        const byStripe = cancellation_details?.reason === 'payment_failed';
        if (metadata.uid === user.uid && byStripe) user.ended.add(id);
      }
    }
  }
}
