import type { OnProgress } from '@outharbor/emulator-kit/state-file';
import { Model } from '../model/model.ts';
import { serviceCopies } from '../model/service-copies.ts';
import { part, readOr, readSources } from '../model/sources.ts';
import { activeFaults, FAULT_CHOICES, readConditions } from '../scenarios/conditions.ts';
import { stackDirector } from '../scenarios/stack-director.ts';
import type { Enrol } from '../seeds/add-people.ts';
import { type ConsoleTargets, connectTargets, type TargetAddresses } from '../targets/console-targets.ts';
import { liveFeed } from './live-feed.ts';
import type { InNamespace } from './queries.ts';
import { openSnapshots } from './snapshots.ts';

interface ViewOptions {
  readonly enrol?: Enrol | undefined;
  readonly lookEveryMs: number;
}

/** How often the services may be read, in multiples of how long that takes. */
const REST = 5;
const HEAD_START_MS = 700;

export type View = ReturnType<typeof openView>;
/** What every page shows; streamed when it changes. */
export type Overview = Awaited<ReturnType<View['readOverview']>>;

/** How far a long action is. */
type Progress = Readonly<Record<'done' | 'of', number>> & { readonly what: string };

/** What a page shows: one namespace of every service, or the state outside namespaces. */
function openView(targets: ConsoleTargets, { enrol, lookEveryMs }: ViewOptions) {
  const copies = serviceCopies(targets);
  const snapshots = openSnapshots(targets);
  let latest: { readonly model: Model; readonly staleAt: number } | undefined;
  let previous: Model | undefined;
  let reading: Promise<Model> | undefined;
  let how: 'people' | 'whole' = 'people';
  let working: Progress | null = null;
  /** Counts the changes of the database. */
  let databaseVersion = 0;

  const readNow = async (): Promise<Model> => {
    const before = Date.now();
    const model = new Model(await readSources(targets, copies, how), previous);
    previous = model;
    const now = Date.now();
    latest = { model, staleAt: now + Math.max(lookEveryMs * 1.5, REST * (now - before)) };
    return model;
  };
  const read = (): Promise<Model> => {
    reading ??= readNow().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  /** Discards what was read before an action. */
  const refresh = (): void => {
    latest = undefined;
    feed.refresh();
  };
  /** Reads the long lists after the first answer, and leaves the processor to the page that opens. */
  const readWhole = (): void => {
    how = 'whole';
    refresh();
  };
  const readOverview = async () => {
    const [model, namespaces, clocks, conditions] = await Promise.all([
      read(),
      part(targets.namespaces()),
      readClocks(targets),
      readConditions(targets),
    ]);
    if (!model.isWhole) setTimeout(readWhole, HEAD_START_MS).unref();
    return {
      siteUrl: targets.siteUrl,
      namespaces,
      services: model.sources.health,
      clocks,
      eventDays: conditions.eventDays,
      counts: model.counts,
      versions: { ...model.versions, database: String(databaseVersion) },
      recent: model.recent,
      running: director.running(conditions),
      working,
      faults: activeFaults(conditions),
      faultChoices: FAULT_CHOICES,
      snapshots: snapshots.list(),
    };
  };
  const feed = liveFeed({ read: readOverview, everyMs: lookEveryMs });
  const director = stackDirector(targets, feed.refresh);
  /** The same as `model`, but payments, events, webhooks and requests may be missing. */
  const peopleModel = async (): Promise<Model> =>
    latest !== undefined && Date.now() < latest.staleAt ? latest.model : read();
  const freshModel = async (needs: 'people' | 'whole' = 'whole'): Promise<Model> => {
    await reading;
    if (needs === 'whole') how = 'whole';
    return read();
  };
  return {
    targets,
    readOverview,
    feed,
    director,
    snapshots,
    enrol,
    peopleModel,
    freshModel,
    refresh,
    /** Returns a model that is at most a little older than the polls of an open page. */
    model: async (): Promise<Model> => {
      const model = await peopleModel();
      return model.isWhole ? model : freshModel();
    },
    /** Called when the database changed. */
    noteChange: (): void => {
      databaseVersion += 1;
      feed.refresh();
    },
    /** Runs an action and shows how far it is. */
    showing: async <T>(action: (onProgress: OnProgress) => Promise<T>): Promise<T> => {
      const show = (progress: Progress | null) => {
        working = progress;
        feed.tell('working', progress);
      };
      try {
        return await action((what, done, of) => show({ what, done, of }));
      } finally {
        show(null);
      }
    },
    close: async (): Promise<void> => {
      director.close();
      await feed.close();
    },
  };
}

export type Views = ReturnType<typeof openViews>;

export function openViews({
  addresses,
  lookEveryMs,
  ...product
}: ViewOptions & { readonly addresses: TargetAddresses }) {
  const open = new Map<string | null, View>();
  const closing = new AbortController();
  const watching: Promise<void>[] = [];
  /** The view of the namespace that a query names. Throws a RangeError for an invalid one. */
  const of = ({ query }: { readonly query: unknown }): View => {
    const { ns: namespace = null } = query as InNamespace;
    const existing = open.get(namespace);
    if (existing !== undefined) return existing;
    const targets = connectTargets(addresses, namespace);
    // The product, which enrols, uses no namespace.
    const view = openView(targets, { lookEveryMs, ...(namespace === null && product) });
    open.set(namespace, view);
    if (targets.running.database) watching.push(targets.database.watch(view.noteChange, closing.signal));
    return view;
  };
  return {
    of,
    /** Reads what a page shows first. */
    readAhead: async (asked: Parameters<typeof of>[0]) => of(asked).peopleModel(),
    close: async (): Promise<void> => {
      closing.abort();
      await Promise.all([...watching, ...[...open.values()].map((view) => view.close())]);
    },
  };
}

/** How many milliseconds the clocks are ahead of the machine's; null for a service that does not answer. */
async function readClocks({ stripe, scheduling }: ConsoleTargets) {
  const ahead = async (service: Pick<typeof stripe, 'clock'>) =>
    (await readOr(service.clock(), undefined))?.offsetMs ?? null;
  const [atStripe, atScheduling] = await Promise.all([ahead(stripe), ahead(scheduling)]);
  return { stripe: atStripe, scheduling: atScheduling };
}
