/** Repeats `call` with the given concurrency until stopped. */
export function startTraffic(concurrency: number, call: () => Promise<Response>) {
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
    /** Waits for pending calls; resolves with the number of calls and the failures. */
    stop: async () => {
      stopped = true;
      await all;
      return { calls, failures };
    },
    /** Resolves after `count` more calls. */
    passed: (count: number) =>
      new Promise<void>((resolve) => {
        waiting.add({ at: calls + count, resolve });
      }),
  };
}
