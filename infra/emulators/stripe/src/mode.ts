import { Clockwork } from './clockwork/clockwork.ts';
import { type Context, NO_CAUSE, type Settings } from './context.ts';
import { forgetOldKeys } from './http/idempotency.ts';
import type { StripeEmulatorOptions } from './options.ts';
import { plantConfiguration } from './portal/default-configuration.ts';
import { plant, type Seed } from './seed.ts';
import { StoreJournal } from './state/journal.ts';
import { Lateness } from './state/lateness.ts';
import { Store } from './state/store.ts';
import { Time } from './time/time.ts';
import { DEFAULT_BACK_OFF } from './webhooks/back-off.ts';
import { configureEndpoints, type WebhookEndpointOption } from './webhooks/configured-endpoints.ts';
import { Dispatcher } from './webhooks/dispatcher.ts';
import { forgetOldEvents } from './webhooks/retention.ts';

const WEBHOOK_TIMEOUT_MS = 10_000;

/** Test or live mode of the account: objects, events, keys of idempotency and endpoints of its own. */
export class Mode {
  readonly context: Context;
  readonly clockwork: Clockwork;
  readonly dispatcher: Dispatcher;
  readonly #journal: StoreJournal | null;

  constructor(livemode: boolean, settings: Settings, options: StripeEmulatorOptions) {
    const store = new Store();
    const time = new Time(store);
    const lateness = new Lateness(store, settings.switches, () => time.now());
    this.context = { store, time, settings, cause: NO_CAUSE, lateness, livemode };
    this.#journal = options.dataDir === undefined ? null : new StoreJournal(options.dataDir, livemode);
    this.#journal?.load(store);
    this.#journal?.rewrite(store);
    store.onCommit((changes) => this.#journal?.append(changes));
    this.clockwork = new Clockwork(this.context);
    this.dispatcher = new Dispatcher(store, {
      backOff: options.webhookBackOff ?? DEFAULT_BACK_OFF,
      timeoutMs: options.webhookTimeoutMs ?? WEBHOOK_TIMEOUT_MS,
      plan: settings.deliveryPlan,
      send: options.webhookFetch,
    });
  }

  /** Puts in what an account has at least, and goes on with what an earlier run left. */
  start(seed: Seed, endpoints: readonly WebhookEndpointOption[] | undefined): void {
    plant(this.context, seed);
    plantConfiguration(this.context);
    if (endpoints !== undefined) this.listen(endpoints);
    this.clockwork.start();
    this.dispatcher.start();
  }

  /** Configures those of `endpoints` that belong to this mode. */
  listen(endpoints: readonly WebhookEndpointOption[]): void {
    const { livemode, settings } = this.context;
    const own = endpoints.filter((endpoint) => (endpoint.livemode ?? settings.livemode) === livemode);
    configureEndpoints(this.context, own);
  }

  async clear(): Promise<void> {
    await this.dispatcher.idle();
    this.context.lateness.clear();
    this.context.store.clear();
    this.#journal?.rewrite(this.context.store);
  }

  beat(): void {
    this.clockwork.catchUp();
    this.context.store.transact(() => {
      forgetOldKeys(this.context);
      forgetOldEvents(this.context);
    });
  }
}
