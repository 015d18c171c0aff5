/** Runs `work` for a key one after the other, so that a later call finds what an earlier one has done. */
export function oneAtATime<Rest extends unknown[], T>(
  work: (key: string, ...rest: Rest) => Promise<T>,
): (key: string, ...rest: Rest) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (key, ...rest) => {
    const before = last.get(key) ?? Promise.resolve();
    const run = before.then(ignore, ignore).then(() => work(key, ...rest));
    last.set(key, run);
    const forget = () => {
      if (last.get(key) === run) last.delete(key);
    };
    run.then(forget, forget);
    return run;
  };
}

// The caller of a run that failed is told; the next run is not concerned.
const ignore = () => {};
