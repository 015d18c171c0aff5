/** Serialises calls of `work` per key, so that each call sees the effects of the previous one. */
export function oneAtATime<Rest extends unknown[], T>(
  work: (key: string, ...rest: Rest) => Promise<T>,
): (key: string, ...rest: Rest) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (key, ...rest) => {
    const run = (last.get(key) ?? Promise.resolve()).then(() => work(key, ...rest));
    // A failure is reported to its own caller and does not affect the next run.
    const settled = run.then(ignore, ignore).then(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    last.set(key, settled);
    return run;
  };
}

const ignore = () => {};
