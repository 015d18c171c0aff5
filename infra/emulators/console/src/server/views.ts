import type { Snapshot } from '../snapshot.ts';
import { type ConsoleTargets, connectTargets, type TargetAddresses } from '../targets/console-targets.ts';
import { LiveFeed } from './live-feed.ts';
import { readSnapshot } from './read-snapshot.ts';

/** What a page shows: one namespace of every service, or the state outside namespaces. */
export interface View {
  readonly targets: ConsoleTargets;
  readonly feed: LiveFeed<Snapshot>;
}

export interface ViewsOptions {
  readonly addresses: TargetAddresses;
  readonly seedable: boolean;
  readonly lookEveryMs: number;
}

export class Views {
  readonly #options: ViewsOptions;
  readonly #open = new Map<string | null, View>();
  readonly #closing = new AbortController();
  readonly #watching: Promise<void>[] = [];

  constructor(options: ViewsOptions) {
    this.#options = options;
  }

  /** Throws a RangeError for an invalid namespace. */
  of(namespace: string | null): View {
    const existing = this.#open.get(namespace);
    if (existing !== undefined) return existing;
    const { addresses, seedable, lookEveryMs } = this.#options;
    const targets = connectTargets(addresses, namespace);
    // Seeding goes through the site, which uses no namespace.
    const read = () => readSnapshot(targets, seedable && namespace === null);
    const feed = new LiveFeed({ read, everyMs: lookEveryMs });
    const view = { targets, feed };
    this.#open.set(namespace, view);
    this.#watching.push(targets.database.watch(() => feed.refresh(), this.#closing.signal));
    return view;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#watching, ...[...this.#open.values()].map(({ feed }) => feed.close())]);
  }
}
