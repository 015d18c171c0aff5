import { type Context, NO_CAUSE, type Settings } from './context.ts';
import { Faults } from './control/faults.ts';
import { forgetOldKeys } from './http/idempotency.ts';
import type { LateSettings, StripeEmulatorOptions, WebhookEndpointOption } from './options.ts';
import { CATALOGUE_SEED, plant, type Seed } from './seed.ts';
import { Journal } from './state/journal.ts';
import { Store } from './state/store.ts';
import { Clockwork } from './time/clockwork.ts';
import { Time } from './time/time.ts';
import { DEFAULT_BACK_OFF } from './webhooks/back-off.ts';
import { configureEndpoints } from './webhooks/configured-endpoints.ts';
import { ordinaryPlan } from './webhooks/delivery-plan.ts';
import { Dispatcher } from './webhooks/dispatcher.ts';

const WEBHOOK_TIMEOUT_MS = 10_000;
const CATCH_UP_EVERY_MS = 1000;

/** The emulated account: its state, its clock and what it sends. Knows nothing of HTTP servers. */
export class Account {
  readonly settings: Settings;
  readonly context: Context;
  readonly clockwork: Clockwork;
  readonly dispatcher: Dispatcher;
  readonly faults = new Faults();
  /** Answers given, by method, route and status. */
  readonly counters = new Map<string, number>();
  readonly #journal: Journal | null;
  readonly #seed: Seed;
  readonly #heartbeat: NodeJS.Timeout;
  #endpoints: readonly WebhookEndpointOption[] | undefined;

  constructor(settings: Settings, options: StripeEmulatorOptions) {
    const store = new Store();
    this.settings = settings;
    this.context = { store, time: new Time(store), settings, cause: NO_CAUSE };
    this.#seed = options.seed ?? CATALOGUE_SEED;
    this.#endpoints = options.webhookEndpoints;
    this.#journal = options.dataDir === undefined ? null : new Journal(options.dataDir);
    this.#journal?.load(store);
    this.#journal?.rewrite(store);
    store.onCommit((changes) => this.#journal?.append(changes));
    this.clockwork = new Clockwork(this.context);
    this.dispatcher = new Dispatcher(store, {
      backOff: options.webhookBackOff ?? DEFAULT_BACK_OFF,
      timeoutMs: options.webhookTimeoutMs ?? WEBHOOK_TIMEOUT_MS,
      plan: settings.deliveryPlan,
    });
    this.#furnish();
    this.clockwork.start();
    this.dispatcher.start();
    this.#heartbeat = setInterval(() => this.#beat(), CATCH_UP_EVERY_MS).unref();
  }

  configure({ publicUrl, webhookEndpoints }: LateSettings): void {
    if (publicUrl !== undefined) this.settings.publicUrl = publicUrl.replace(/\/$/, '');
    if (webhookEndpoints === undefined) return;
    this.#endpoints = webhookEndpoints;
    configureEndpoints(this.context, webhookEndpoints);
  }

  /** Back to the seed: nothing of what happened stays, neither in memory nor on disk. */
  async reset(): Promise<void> {
    await this.dispatcher.idle();
    Object.assign(this.settings.deliveryPlan, ordinaryPlan());
    this.faults.clear();
    this.counters.clear();
    this.context.store.clear();
    this.#journal?.rewrite(this.context.store);
    this.#furnish();
    this.clockwork.start();
    this.dispatcher.start();
  }

  async settle(): Promise<void> {
    this.clockwork.catchUp();
    this.clockwork.advanceTestClocks();
    await this.dispatcher.settle();
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    await this.dispatcher.close();
  }

  #beat(): void {
    this.clockwork.catchUp();
    this.context.store.transact(() => forgetOldKeys(this.context));
  }

  #furnish(): void {
    plant(this.context, this.#seed);
    if (this.#endpoints !== undefined) configureEndpoints(this.context, this.#endpoints);
  }
}
