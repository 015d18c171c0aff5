/** Serialises calls of `work` per key, so that each call sees the effects of the previous one. */
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

// A failure is reported to its own caller and does not affect the next run.
const ignore = () => {};
