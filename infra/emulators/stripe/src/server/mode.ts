import { DEFAULT_BACK_OFF, type WebhookEndpointOption } from '../kinds/changeable-settings.ts';
import { Clockwork } from '../kinds/clock/clockwork.ts';
import { ACCOUNT_ID, type Context, NO_CAUSE, type Settings, Time } from '../kinds/context.ts';
import { Dispatcher } from '../kinds/events/dispatcher.ts';
import { forgetOldEvents } from '../kinds/events/receivers.ts';
import { configureEndpoints } from '../kinds/events/webhook-endpoints.ts';
import { forgetOldKeys } from '../kinds/idempotency.ts';
import { readPlace } from '../kinds/store/change.ts';
import { StoreJournal } from '../kinds/store/journal.ts';
import { Store } from '../kinds/store/store.ts';
import { VisibilityDelay } from '../kinds/store/visibility-delay.ts';
import { installDefaultConfiguration } from '../portal/portal-entities.ts';
import { INSTALLED } from './installed.ts';
import type { StripeEmulatorOptions } from './options.ts';
import { installSeed, type Seed } from './seed.ts';

export type SavedEntities = Readonly<Record<string, readonly { readonly id: string }[]>>;

const WEBHOOK_TIMEOUT_MS = 10_000;

interface Connected {
  readonly platform: Context;
  readonly account: string;
}

/**
 * The account's test or live mode, each with its own objects, events, idempotency keys and endpoints. The accounts
 * connected to it in this mode have the same.
 */
export class Mode {
  readonly context: Context;
  readonly clockwork: Clockwork;
  readonly dispatcher: Dispatcher;
  readonly #options: StripeEmulatorOptions;
  readonly #journal: StoreJournal | null;
  readonly #connected = new Map<string, Mode>();

  constructor(livemode: boolean, settings: Settings, options: StripeEmulatorOptions, of?: Connected) {
    const repeats = options.repeatable && `${options.repeatable} ${livemode} ${settings.namespace}`;
    const store =
      of?.platform.store.connected(of.account) ?? new Store(INSTALLED.collections, undefined, repeats);
    const time = new Time(store, of?.platform.time);
    const visibilityDelay = new VisibilityDelay(store, settings.switches, () => time.now());
    this.#options = options;
    this.context = {
      installed: INSTALLED,
      store,
      time,
      settings,
      cause: NO_CAUSE,
      visibilityDelay,
      livemode,
      accountId: of?.account ?? ACCOUNT_ID,
      platform: of?.platform ?? null,
      connected: of?.platform.connected ?? ((account) => this.#findMode(account).context),
    };
    // The platform's journal has the changes of its connected accounts.
    const isJournaled = of === undefined && options.dataDir !== undefined;
    this.#journal = isJournaled ? new StoreJournal(options.dataDir, livemode) : null;
    this.#journal?.load(store);
    this.#journal?.rewrite(store);
    store.onAnyCommit((changes) => this.#journal?.append(changes));
    this.clockwork = new Clockwork(this.context);
    this.dispatcher = new Dispatcher(store, {
      backOff: options.webhookBackOff ?? DEFAULT_BACK_OFF,
      timeoutMs: options.webhookTimeoutMs ?? WEBHOOK_TIMEOUT_MS,
      plan: settings.deliveryPlan,
      send: options.webhookFetch,
    });
  }

  /** The modes of the accounts that are or were connected. */
  get connected(): readonly Mode[] {
    return [...this.#connected.values()];
  }

  /** Installs the seed and defaults, and resumes work pending from an earlier run. */
  start(seed: Seed, endpoints: readonly WebhookEndpointOption[] | undefined): void {
    installSeed(this.context, seed);
    if (endpoints !== undefined) this.listen(endpoints);
    for (const { id } of this.context.store.accounts.values()) this.#findMode(id);
    for (const mode of [this, ...this.connected]) mode.#resume();
  }

  #resume(): void {
    installDefaultConfiguration(this.context);
    this.clockwork.start();
    this.dispatcher.start();
  }

  #findMode(account: string): Mode {
    const known = this.#connected.get(account);
    if (known !== undefined) return known;
    const { context } = this;
    const of = { platform: context, account };
    const added = new Mode(context.livemode, context.settings, this.#options, of);
    this.#connected.set(account, added);
    return added;
  }

  /** Configures the `endpoints` that belong to this mode. */
  listen(endpoints: readonly WebhookEndpointOption[]): void {
    const { livemode, settings } = this.context;
    const own = endpoints.filter((endpoint) => (endpoint.livemode ?? settings.livemode) === livemode);
    configureEndpoints(this.context, own);
  }

  /** Every entity, by the name of its collection. */
  save(): SavedEntities {
    const { places } = this.context.store;
    return Object.fromEntries(places.map(([name, collection]) => [name, [...collection.values()]]));
  }

  /** Replaces every entity. The caller starts the mode again. */
  async load(saved: SavedEntities): Promise<void> {
    const { store } = this.context;
    await this.clear();
    store.clear(JSON.stringify(saved));
    for (const [name, entities] of Object.entries(saved)) {
      const place = readPlace(name);
      for (const value of entities) store.apply({ ...place, id: value.id, value: value });
    }
    this.#journal?.rewrite(store);
  }

  async clear(): Promise<void> {
    for (const mode of this.#connected.values()) await mode.close();
    this.#connected.clear();
    await this.dispatcher.idle();
    this.context.visibilityDelay.clear();
    this.context.store.clear();
    this.#journal?.rewrite(this.context.store);
  }

  /** Advances the clock of the account and of those connected to it. */
  advanceTo(target: number): void {
    for (const { clockwork } of this.connected) clockwork.runTo(target);
    this.clockwork.advanceTo(target);
  }

  beat(): void {
    for (const mode of this.connected) mode.beat();
    this.clockwork.catchUp();
    this.context.store.transact(() => {
      forgetOldKeys(this.context);
      forgetOldEvents(this.context);
    });
    this.#journal?.compactIfBloated(this.context.store).catch((error: Error) => process.emitWarning(error));
  }

  async close(): Promise<void> {
    for (const mode of this.#connected.values()) await mode.close();
    await this.dispatcher.close();
    this.#journal?.close();
  }
}
