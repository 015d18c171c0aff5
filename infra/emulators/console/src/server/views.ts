import { activeFaults, FAULT_CHOICES } from '../model/faults.ts';
import { Model } from '../model/model.ts';
import { ServiceCopies } from '../model/service-copies.ts';
import { part, readOr, readSources } from '../model/sources.ts';
import type { OnProgress } from '../on-progress.ts';
import type { Overview, Progress } from '../rows.ts';
import { readConditions } from '../scenarios/conditions.ts';
import { StackDirector } from '../scenarios/stack-director.ts';
import type { Enrol } from '../seeds/add-people.ts';
import {
  type ConsoleTargets,
  connectTargets,
  type Seed,
  type TargetAddresses,
} from '../targets/console-targets.ts';
import { LiveFeed } from './live-feed.ts';
import type { InNamespace } from './queries.ts';

interface ViewOptions {
  readonly seed?: Seed | undefined;
  readonly enrol?: Enrol | undefined;
  readonly lookEveryMs: number;
}

interface ViewsOptions extends ViewOptions {
  readonly addresses: TargetAddresses;
}

/** How often the services may be read, in multiples of how long that takes. */
const REST = 5;
const HEAD_START_MS = 700;

/** What a page shows: one namespace of every service, or the state outside namespaces. */
export class View {
  readonly targets: ConsoleTargets;
  readonly feed: LiveFeed<Overview>;
  readonly director: StackDirector;
  readonly seed: Seed | undefined;
  readonly enrol: Enrol | undefined;
  readonly #copies: ServiceCopies;
  readonly #freshForMs: number;
  #latest: { readonly model: Model; readonly staleAt: number } | undefined;
  #previous: Model | undefined;
  #reading: Promise<Model> | undefined;
  #how: 'people' | 'whole' = 'people';
  #working: Progress | null = null;
  /** Counts the changes of the database. */
  #databaseVersion = 0;

  constructor(targets: ConsoleTargets, { seed, enrol, lookEveryMs }: ViewOptions) {
    this.targets = targets;
    this.#copies = new ServiceCopies(targets);
    this.seed = seed;
    this.enrol = enrol;
    this.#freshForMs = lookEveryMs * 1.5;
    this.director = new StackDirector(targets, () => this.feed.refresh());
    this.feed = new LiveFeed({ read: () => this.#overview(), everyMs: lookEveryMs });
  }

  /** Returns a model that is at most a little older than the polls of an open page. */
  async model(): Promise<Model> {
    const model = await this.peopleModel();
    return model.isWhole ? model : this.freshModel();
  }

  /** The same, but payments, events, webhooks and requests may be missing. */
  async peopleModel(): Promise<Model> {
    if (this.#latest !== undefined && Date.now() < this.#latest.staleAt) return this.#latest.model;
    return this.#read();
  }

  async freshModel(): Promise<Model> {
    await this.#reading;
    this.#how = 'whole';
    return this.#read();
  }

  /** Called when the database changed. */
  noteChange(): void {
    this.#databaseVersion += 1;
    this.feed.refresh();
  }

  /** Discards what was read before an action. */
  refresh(): void {
    this.#latest = undefined;
    this.feed.refresh();
  }

  /** Runs an action and shows how far it is. */
  async showing<T>(action: (onProgress: OnProgress) => Promise<T>): Promise<T> {
    const show = (working: Progress | null) => {
      this.#working = working;
      this.feed.tell('working', working);
    };
    try {
      return await action((what, done, of) => show({ what, done, of }));
    } finally {
      show(null);
    }
  }

  async close(): Promise<void> {
    this.director.close();
    await this.feed.close();
  }

  #read(): Promise<Model> {
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readNow(): Promise<Model> {
    const before = Date.now();
    const model = new Model(await readSources(this.targets, this.#copies, this.#how), this.#previous);
    this.#previous = model;
    const now = Date.now();
    this.#latest = { model, staleAt: now + Math.max(this.#freshForMs, REST * (now - before)) };
    return model;
  }

  /** Reads the long lists after the first answer, and leaves the processor to the page that opens. */
  #readWhole(): void {
    this.#how = 'whole';
    this.refresh();
  }

  async #overview(): Promise<Overview> {
    const { targets } = this;
    const [model, namespaces, clocks, conditions, unsupported] = await Promise.all([
      this.#read(),
      part(targets.namespaces()),
      readClocks(targets),
      readConditions(targets),
      readOr(targets.stripe.unsupported(), []),
    ]);
    if (!model.isWhole) setTimeout(() => this.#readWhole(), HEAD_START_MS).unref();
    return {
      siteUrl: targets.siteUrl,
      namespaces,
      seedable: this.seed !== undefined,
      services: model.sources.health,
      clocks,
      eventDays: conditions.eventDays,
      counts: model.counts,
      versions: { ...model.versions, database: String(this.#databaseVersion) },
      recent: model.recent,
      running: this.director.running(conditions),
      working: this.#working,
      faults: activeFaults(conditions),
      faultChoices: FAULT_CHOICES,
      unsupported,
    };
  }
}

interface Asked {
  readonly query: unknown;
}

export class Views {
  readonly #options: ViewsOptions;
  readonly #open = new Map<string | null, View>();
  readonly #closing = new AbortController();
  readonly #watching: Promise<void>[] = [];

  constructor(options: ViewsOptions) {
    this.#options = options;
  }

  /** The view of the namespace that a query names. Throws a RangeError for an invalid one. */
  of({ query }: Asked): View {
    const { ns: namespace = null } = query as InNamespace;
    const existing = this.#open.get(namespace);
    if (existing !== undefined) return existing;
    const { addresses, lookEveryMs, ...product } = this.#options;
    const targets = connectTargets(addresses, namespace);
    // The product, which seeds and enrols, uses no namespace.
    const view = new View(targets, { lookEveryMs, ...(namespace === null && product) });
    this.#open.set(namespace, view);
    if (targets.running.database)
      this.#watching.push(targets.database.watch(() => view.noteChange(), this.#closing.signal));
    return view;
  }

  /** Reads what a page shows first. */
  async readAhead(asked: Asked): Promise<void> {
    await this.of(asked).peopleModel();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#watching, ...[...this.#open.values()].map((view) => view.close())]);
  }
}

async function readClocks({ stripe, scheduling }: ConsoleTargets): Promise<Overview['clocks']> {
  const ahead = async (service: Pick<typeof stripe, 'clock'>) =>
    (await readOr(service.clock(), undefined))?.offsetMs ?? null;
  const [atStripe, atScheduling] = await Promise.all([ahead(stripe), ahead(scheduling)]);
  return { stripe: atStripe, scheduling: atScheduling };
}
