interface Pace {
  /** The longest wait of a change for its save, as long as saves are quick. */
  readonly delayMs: number;
  /** The least pause between two saves, in durations of the one before: a large state is saved less often. */
  readonly pause: number;
  readonly onFailure: (error: Error) => void;
}

export type PacedSaves = ReturnType<typeof paceSaves>;

/** Runs `save` after changes, never twice at once; a burst of changes costs one save. */
export function paceSaves(save: () => Promise<void>, { delayMs, pause, onFailure }: Pace) {
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> = Promise.resolve();
  let lastDurationMs = 0;
  const timedSave = async () => {
    const started = performance.now();
    await save().finally(() => {
      lastDurationMs = performance.now() - started;
    });
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    saving = saving.then(timedSave, timedSave);
    return saving;
  };
  return {
    /** Schedules a save. */
    changed: () => {
      timer ??= setTimeout(() => flush().catch(onFailure), Math.max(delayMs, pause * lastDurationMs)).unref();
    },
    /** Resolves when everything so far is saved. */
    flush,
  };
}
