import type { ServerResponse } from 'node:http';

export interface LiveFeedOptions<T> {
  readonly read: () => Promise<T>;
  /** Milliseconds between two looks at the services while somebody watches. */
  readonly everyMs: number;
}

/** Sends what `read` gives to every watching page, as server-sent events, whenever it has changed. */
export class LiveFeed<T> {
  readonly #options: LiveFeedOptions<T>;
  readonly #watchers = new Set<ServerResponse>();
  #last = '';
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;

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
    if (this.#last !== '') response.write(this.#last);
    void this.refresh();
  }

  /** Looks now. A look that is already under way may have been too early, so another one follows it. */
  async refresh(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#reading;
    this.#reading ??= this.#look().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.end();
    this.#watchers.clear();
  }

  async #look(): Promise<void> {
    if (this.#watchers.size === 0) return;
    const event = `data: ${JSON.stringify(await this.#options.read())}\n\n`;
    if (event !== this.#last) for (const watcher of this.#watchers) watcher.write(event);
    this.#last = event;
    clearTimeout(this.#timer);
    if (this.#watchers.size > 0) this.#timer = setTimeout(() => void this.refresh(), this.#options.everyMs);
  }
}
