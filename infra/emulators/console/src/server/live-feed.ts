import type { ServerResponse } from 'node:http';

interface LiveFeedOptions<T extends object> {
  readonly read: () => Promise<T>;
  /** Milliseconds between polls while a page is open. */
  readonly everyMs: number;
}

/** Streams the result of `read` as server-sent events: first the whole object, then changed properties. */
export function liveFeed<T extends object>({ read, everyMs }: LiveFeedOptions<T>) {
  const watchers = new Set<ServerResponse>();
  /** Each property as last sent, in JSON. */
  let sent = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let poll: Promise<void> | undefined;
  let pollAgain = false;
  let tookMs = 0;
  const pollOnce = async (): Promise<void> => {
    const before = Date.now();
    const values = Object.entries(await read());
    tookMs = Date.now() - before;
    const now = new Map(values.map(([key, value]) => [key, JSON.stringify(value)]));
    const changed = new Map([...now].filter(([key, json]) => sent.get(key) !== json));
    sent = now;
    if (changed.size === 0) return;
    for (const watcher of watchers) watcher.write(formatEvent(changed));
  };
  /** Polls now, or again after a running poll, which may have started before the caller's change. */
  const refresh = (): void => {
    if (poll) {
      pollAgain = true;
      return;
    }
    clearTimeout(timer);
    if (watchers.size === 0) return;
    poll = pollOnce().finally(() => {
      poll = undefined;
      // Much state takes long to read, and the services have other work.
      timer = setTimeout(refresh, pollAgain ? 0 : Math.max(everyMs, 3 * tookMs));
      pollAgain = false;
    });
  };
  return {
    refresh,
    watch: (response: ServerResponse): void => {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      // Nothing was read while nobody watched, so the values sent last may be outdated.
      if (watchers.size === 0) sent.clear();
      watchers.add(response);
      response.on('close', () => watchers.delete(response));
      if (sent.size > 0) response.write(formatEvent(sent));
      else response.flushHeaders();
      refresh();
    },
    /** Sends a property before the next poll, whose result must have it too. */
    tell: <Key extends keyof T & string>(key: Key, value: T[Key]): void => {
      const json = JSON.stringify(value);
      // The first poll sends everything.
      if (sent.size === 0 || sent.get(key) === json) return;
      sent.set(key, json);
      for (const watcher of watchers) watcher.write(formatEvent(new Map([[key, json]])));
    },
    close: async (): Promise<void> => {
      for (const watcher of watchers) watcher.end();
      watchers.clear();
      await poll;
      clearTimeout(timer);
    },
  };
}

function formatEvent(properties: ReadonlyMap<string, string>): string {
  const members = [...properties].map(([key, json]) => `${JSON.stringify(key)}:${json}`);
  return `data: {${members.join(',')}}\n\n`;
}
