import { Clockwork } from './clockwork/clockwork.ts';
import { type Context, NO_CAUSE, type Settings } from './context.ts';
import { forgetOldKeys } from './http/idempotency.ts';
import type { WebhookEndpointOption } from './late-settings.ts';
import type { StripeEmulatorOptions } from './options.ts';
import { installDefaultConfiguration } from './portal/default-configuration.ts';
import { installSeed, type Seed } from './seed.ts';
import { completed } from './state/earlier-entities.ts';
import { StoreJournal } from './state/journal.ts';
import { Store } from './state/store.ts';
import { VisibilityDelay } from './state/visibility-delay.ts';
import { Time } from './time/time.ts';
import { DEFAULT_BACK_OFF } from './webhooks/back-off.ts';
import { configureEndpoints } from './webhooks/configured-endpoints.ts';
import { Dispatcher } from './webhooks/dispatcher.ts';
import { forgetOldEvents } from './webhooks/retention.ts';

export type SavedEntities = Readonly<Record<string, readonly { readonly id: string }[]>>;

const WEBHOOK_TIMEOUT_MS = 10_000;

/** The account's test or live mode, each with its own objects, events, idempotency keys and endpoints. */
export class Mode {
  readonly context: Context;
  readonly clockwork: Clockwork;
  readonly dispatcher: Dispatcher;
  readonly #journal: StoreJournal | null;

  constructor(livemode: boolean, settings: Settings, options: StripeEmulatorOptions) {
    const store = new Store();
    const time = new Time(store);
    const visibilityDelay = new VisibilityDelay(store, settings.switches, () => time.now());
    this.context = { store, time, settings, cause: NO_CAUSE, visibilityDelay, livemode };
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

  /** Installs the seed and defaults, and resumes work pending from an earlier run. */
  start(seed: Seed, endpoints: readonly WebhookEndpointOption[] | undefined): void {
    installSeed(this.context, seed);
    installDefaultConfiguration(this.context);
    if (endpoints !== undefined) this.listen(endpoints);
    this.clockwork.start();
    this.dispatcher.start();
  }

  /** Configures the `endpoints` that belong to this mode. */
  listen(endpoints: readonly WebhookEndpointOption[]): void {
    const { livemode, settings } = this.context;
    const own = endpoints.filter((endpoint) => (endpoint.livemode ?? settings.livemode) === livemode);
    configureEndpoints(this.context, own);
  }

  /** Every entity, by the name of its collection. */
  save(): SavedEntities {
    const { collections } = this.context.store;
    return Object.fromEntries(collections.map((each) => [each.name, [...each.values()]]));
  }

  /** Replaces every entity. The caller starts the mode again. */
  async load(saved: SavedEntities): Promise<void> {
    const { store } = this.context;
    await this.clear();
    for (const [collection, entities] of Object.entries(saved)) {
      for (const value of entities)
        store.apply({ collection, id: value.id, value: completed(collection, value) });
    }
    this.#journal?.rewrite(store);
  }

  async clear(): Promise<void> {
    await this.dispatcher.idle();
    this.context.visibilityDelay.clear();
    this.context.store.clear();
    this.#journal?.rewrite(this.context.store);
  }

  beat(): void {
    this.clockwork.catchUp();
    this.context.store.transact(() => {
      forgetOldKeys(this.context);
      forgetOldEvents(this.context);
    });
    this.#journal?.compactIfBloated(this.context.store).catch((error: Error) => process.emitWarning(error));
  }

  async close(): Promise<void> {
    await this.dispatcher.close();
    this.#journal?.close();
  }
}
