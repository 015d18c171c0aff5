import type { ServerResponse } from 'node:http';

export interface LiveFeedOptions<T extends object> {
  readonly read: () => Promise<T>;
  /** Milliseconds between polls while a page is open. */
  readonly everyMs: number;
}

/** Streams the result of `read` as server-sent events: first the whole object, then changed properties. */
export class LiveFeed<T extends object> {
  readonly #options: LiveFeedOptions<T>;
  readonly #watchers = new Set<ServerResponse>();
  /** Each property as last sent, in JSON. */
  #sent = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #poll: Promise<void> | undefined;
  #pollAgain = false;
  #tookMs = 0;

  constructor(options: LiveFeedOptions<T>) {
    this.#options = options;
  }

  watch(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    // Nothing was read while nobody watched, so the values sent last may be outdated.
    if (this.#watchers.size === 0) this.#sent.clear();
    this.#watchers.add(response);
    response.on('close', () => this.#watchers.delete(response));
    if (this.#sent.size > 0) response.write(formatEvent(this.#sent));
    else response.flushHeaders();
    this.refresh();
  }

  /** Polls now, or again after a running poll, which may have started before the caller's change. */
  refresh(): void {
    if (this.#poll) {
      this.#pollAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    if (this.#watchers.size === 0) return;
    this.#poll = this.#pollOnce().finally(() => {
      this.#poll = undefined;
      this.#timer = setTimeout(() => this.refresh(), this.#pollAgain ? 0 : this.#pause);
      this.#pollAgain = false;
    });
  }

  /** Sends a property before the next poll, whose result must have it too. */
  tell<Key extends keyof T & string>(key: Key, value: T[Key]): void {
    const json = JSON.stringify(value);
    // The first poll sends everything.
    if (this.#sent.size === 0 || this.#sent.get(key) === json) return;
    this.#sent.set(key, json);
    for (const watcher of this.#watchers) watcher.write(formatEvent(new Map([[key, json]])));
  }

  async close(): Promise<void> {
    for (const watcher of this.#watchers) watcher.end();
    this.#watchers.clear();
    await this.#poll;
    clearTimeout(this.#timer);
  }

  /** Much state takes long to read, and the services have other work. */
  get #pause(): number {
    return Math.max(this.#options.everyMs, 3 * this.#tookMs);
  }

  async #pollOnce(): Promise<void> {
    const before = Date.now();
    const values = Object.entries(await this.#options.read());
    this.#tookMs = Date.now() - before;
    const now = new Map(values.map(([key, value]) => [key, JSON.stringify(value)]));
    const changed = new Map([...now].filter(([key, json]) => this.#sent.get(key) !== json));
    this.#sent = now;
    if (changed.size === 0) return;
    for (const watcher of this.#watchers) watcher.write(formatEvent(changed));
  }
}

function formatEvent(properties: ReadonlyMap<string, string>): string {
  const members = [...properties].map(([key, json]) => `${JSON.stringify(key)}:${json}`);
  return `data: {${members.join(',')}}\n\n`;
}
