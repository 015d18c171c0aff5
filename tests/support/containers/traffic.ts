export interface Traffic {
  /** Waits for pending calls; resolves with the number of calls and the failures. */
  stop(): Promise<{ readonly calls: number; readonly failures: readonly string[] }>;
  /** Resolves after `count` more calls. */
  passed(count: number): Promise<void>;
}

/** Repeats `call` with the given concurrency until stopped. */
export function startTraffic(concurrency: number, call: () => Promise<Response>): Traffic {
  const failures: string[] = [];
  const waiting = new Set<{ readonly at: number; readonly resolve: () => void }>();
  let calls = 0;
  let stopped = false;
  const one = async () => {
    while (!stopped) {
      await call().then(
        async (answer) => {
          const text = await answer.text();
          if (!answer.ok) failures.push(`${answer.status} ${text.slice(0, 200)}`);
        },
        (error: Error) => failures.push(`${error.message} ${String(error.cause)}`),
      );
      calls += 1;
      for (const waiter of waiting) if (calls >= waiter.at) waiter.resolve();
    }
  };
  const all = Promise.all(Array.from({ length: concurrency }, one));
  return {
    stop: async () => {
      stopped = true;
      await all;
      return { calls, failures };
    },
    passed: (count) =>
      new Promise((resolve) => {
        waiting.add({ at: calls + count, resolve });
      }),
  };
}
