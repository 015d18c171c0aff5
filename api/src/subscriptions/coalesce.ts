/**
 * Runs `work` for a key one at a time. Callers that come while it runs share one further run,
 * which begins after they came and therefore sees whatever made them call.
 */
export function coalesce<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  const waiting = new Map<string, Promise<T>>();

  const start = (key: string): Promise<T> => {
    const run = work(key).finally(() => running.delete(key));
    running.set(key, run);
    return run;
  };

  return (key) => {
    // Asked first: between the end of one run and the start of the next, nothing runs but somebody waits.
    const queued = waiting.get(key);
    if (queued !== undefined) return queued;
    const current = running.get(key);
    if (current === undefined) return start(key);
    const next = current.then(ignore, ignore).then(() => {
      waiting.delete(key);
      return start(key);
    });
    waiting.set(key, next);
    return next;
  };
}

// The caller of the run that failed is told; the next run is not concerned.
const ignore = () => {};
