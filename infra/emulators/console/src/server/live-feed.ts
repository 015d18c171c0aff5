import type { ServerResponse } from 'node:http';

export interface LiveFeedOptions<T extends object> {
  readonly read: () => Promise<T>;
  /** Milliseconds between two looks while somebody watches. */
  readonly everyMs: number;
}

/**
 * Sends what `read` gives to every watching page as server-sent events: all of it at first, then only the
 * properties that have changed.
 */
export class LiveFeed<T extends object> {
  readonly #options: LiveFeedOptions<T>;
  readonly #watchers = new Set<ServerResponse>();
  /** Each property as JSON, as it was sent last. */
  #sent = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<void> | undefined;
  #lookAgain = false;

  constructor(options: LiveFeedOptions<T>) {
    this.#options = options;
  }

  watch(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    this.#watchers.add(response);
    response.on('close', () => this.#watchers.delete(response));
    if (this.#sent.size > 0) response.write(eventOf(this.#sent));
    else response.flushHeaders();
    this.refresh();
  }

  /** Looks soon. A look that is under way may be too early for what the caller knows of: another one follows it. */
  refresh(): void {
    if (this.#look) {
      this.#lookAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    if (this.#watchers.size === 0) return;
    this.#look = this.#lookOnce().finally(() => {
      this.#look = undefined;
      this.#timer = setTimeout(() => this.refresh(), this.#lookAgain ? 0 : this.#options.everyMs);
      this.#lookAgain = false;
    });
  }

  async close(): Promise<void> {
    for (const watcher of this.#watchers) watcher.end();
    this.#watchers.clear();
    await this.#look;
    clearTimeout(this.#timer);
  }

  async #lookOnce(): Promise<void> {
    const values = Object.entries(await this.#options.read());
    const now = new Map(values.map(([key, value]) => [key, JSON.stringify(value)]));
    const changed = new Map([...now].filter(([key, json]) => this.#sent.get(key) !== json));
    this.#sent = now;
    if (changed.size === 0) return;
    for (const watcher of this.#watchers) watcher.write(eventOf(changed));
  }
}

function eventOf(properties: ReadonlyMap<string, string>): string {
  const members = [...properties].map(([key, json]) => `${JSON.stringify(key)}:${json}`);
  return `data: {${members.join(',')}}\n\n`;
}
