import type { IncomingMessage } from 'node:http';
import {
  namespaced,
  namespacePath,
  readNamespaced,
  readNamespacePath,
} from '@outharbor/emulator-kit/namespace-name';
import { Namespaces } from '@outharbor/emulator-kit/namespaces';
import { findKey, listApiKeys, listSecretKeys, readKey } from '../calls/authenticate.ts';
import { type Fault, openFaults, RateLimits } from '../calls/fault-layer.ts';
import { UnsupportedCalls } from '../calls/unsupported.ts';
import {
  initialSwitches,
  type LateSettings,
  ordinaryPlan,
  type Switches,
  type WebhookEndpointOption,
} from '../kinds/changeable-settings.ts';
import type { Context, Settings } from '../kinds/context.ts';
import type { ApiKey } from '../kinds/part.ts';
import { Mode, type SavedEntities } from './mode.ts';
import type { StripeEmulatorOptions } from './options.ts';
import { EMPTY_SEED, type Seed } from './seed.ts';

const CATCH_UP_EVERY_MS = 1000;

export interface SavedAccount {
  readonly test: SavedEntities;
  readonly live: SavedEntities;
  readonly deliveryPlan: Settings['deliveryPlan'];
  readonly switches: Switches;
  readonly faults: readonly Fault[];
}

export class Account {
  readonly settings: Settings;
  readonly test: Mode;
  readonly live: Mode;
  readonly faults = openFaults();
  readonly counters = new Map<string, number>();
  readonly limits = new RateLimits();
  readonly unsupported = new UnsupportedCalls();
  readonly #seed: Seed;
  readonly #initialSwitches: Switches;
  readonly #heartbeat: NodeJS.Timeout;
  #keys: readonly ApiKey[];
  #endpoints: readonly WebhookEndpointOption[] | undefined;

  constructor(settings: Settings, options: StripeEmulatorOptions) {
    this.settings = settings;
    this.test = new Mode(false, settings, options);
    this.live = new Mode(true, settings, options);
    this.#seed = options.seed ?? EMPTY_SEED;
    this.#initialSwitches = initialSwitches(options);
    this.#endpoints = options.webhookEndpoints;
    this.#keys = listApiKeys(settings, options.apiKeys);
    this.#start();
    const beat = () => {
      for (const mode of this.#own) mode.beat();
    };
    this.#heartbeat = setInterval(beat, CATCH_UP_EVERY_MS).unref();
  }

  /** Test and live mode, and those of the connected accounts. */
  get modes(): readonly Mode[] {
    return [...this.#own, ...this.test.connected, ...this.live.connected];
  }

  get #own(): readonly Mode[] {
    return [this.test, this.live];
  }

  get mode(): Mode {
    return this.findMode(this.settings.livemode);
  }

  get keys(): readonly ApiKey[] {
    return this.#keys;
  }

  findMode(livemode: boolean): Mode {
    return livemode ? this.live : this.test;
  }

  modeWith(has: (context: Context) => boolean): Mode {
    return this.modes.find(({ context }) => has(context)) ?? this.mode;
  }

  configure({ publicUrl, secureUrl, webhookEndpoints, apiKeys }: LateSettings): void {
    const keys = apiKeys && listApiKeys(this.settings, apiKeys);
    if (keys !== undefined) this.#keys = keys;
    if (publicUrl !== undefined) this.settings.publicUrl = publicUrl.replace(/\/$/, '');
    if (secureUrl !== undefined) this.settings.secureUrl = secureUrl;
    if (webhookEndpoints === undefined) return;
    this.#endpoints = webhookEndpoints;
    for (const mode of this.#own) mode.listen(webhookEndpoints);
  }

  async reset(): Promise<void> {
    for (const mode of this.#own) await mode.clear();
    Object.assign(this.settings.deliveryPlan, ordinaryPlan());
    Object.assign(this.settings.switches, this.#initialSwitches);
    this.faults.clear();
    this.counters.clear();
    this.limits.clear();
    this.unsupported.clear();
    this.#start();
  }

  save(): SavedAccount {
    const { deliveryPlan, switches } = this.settings;
    return {
      test: this.test.save(),
      live: this.live.save(),
      deliveryPlan,
      switches,
      faults: this.faults.list(),
    };
  }

  async load({ test, live, deliveryPlan, switches, faults }: SavedAccount): Promise<void> {
    await this.reset();
    await this.test.load(test);
    await this.live.load(live);
    Object.assign(this.settings.deliveryPlan, deliveryPlan);
    Object.assign(this.settings.switches, switches);
    this.faults.load(faults);
    this.#start();
  }

  catchUp(): void {
    for (const { clockwork } of this.modes) clockwork.catchUp();
  }

  advanceTo(target: number): void {
    for (const mode of this.#own) mode.advanceTo(target);
  }

  async settle(): Promise<void> {
    this.catchUp();
    for (const { clockwork, dispatcher } of this.modes) {
      clockwork.settleCharges();
      clockwork.advanceTestClocks();
      await dispatcher.settle();
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    for (const mode of this.#own) await mode.close();
  }

  #start(): void {
    for (const mode of this.#own) mode.start(this.#seed, this.#endpoints);
  }
}

/** The accounts behind one port: a default one and one per namespace. They share no mutable state. */
export class Accounts extends Namespaces<Account> {
  readonly defaultAccount: Account;
  readonly #options: StripeEmulatorOptions;
  readonly #parents: readonly ApiKey[];
  readonly #admitted = new WeakMap<IncomingMessage, Account>();

  constructor(settings: Settings, options: StripeEmulatorOptions) {
    super(
      (name) => this.#open(name),
      (account) => account.close(),
    );
    this.defaultAccount = new Account(settings, options);
    this.#options = options;
    this.#parents = listSecretKeys(settings);
  }

  /** Selects a request's account. Removes the namespace from its URL, for routing and fault matching. */
  admit(request: IncomingMessage): Account {
    const account = this.#byUrl(request) ?? this.#byKey(request) ?? this.defaultAccount;
    this.#admitted.set(request, account);
    return account;
  }

  of(request: IncomingMessage): Account {
    return this.#admitted.get(request) ?? this.defaultAccount;
  }

  override async close(): Promise<void> {
    await Promise.all([this.defaultAccount.close(), super.close()]);
  }

  /** A page URL does not create a namespace, because pages show existing objects. */
  #byUrl(request: IncomingMessage): Account | undefined {
    const match = readNamespacePath(this.defaultAccount.settings.pagesPath, request.url ?? '');
    const account = match === null ? undefined : this.get(match.name);
    if (match !== null && account !== undefined) request.url = match.rest;
    return account;
  }

  /** Only keys derived from the emulator's secret key create namespaces. */
  #byKey({ headers }: IncomingMessage): Account | undefined {
    const given = readKey(headers.authorization ?? '');
    const key = readNamespaced(given);
    if (key === null || findKey(this.defaultAccount.keys, given) !== undefined) return undefined;
    const createsNamespaces = findKey(this.#parents, key.parent) !== undefined;
    return createsNamespaces ? this.open(key.name) : this.get(key.name);
  }

  /** A namespace starts from the seed, exists only in memory, and has its own webhook endpoints and keys. */
  #open(name: string): Account {
    const { settings } = this.defaultAccount;
    const { webhookEndpoints: _endpoints, apiKeys: _keys, dataDir: _dataDir, ...options } = this.#options;
    return new Account(
      {
        ...settings,
        namespace: name,
        secretKey: namespaced(settings.secretKey, name),
        pagesPath: namespacePath(settings.pagesPath, name),
        deliveryPlan: ordinaryPlan(),
        switches: initialSwitches(options),
      },
      options,
    );
  }
}
