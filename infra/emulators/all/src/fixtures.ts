import { threadId } from 'node:worker_threads';

export { connectNamespace, type EmulatorAddresses, type EmulatorNamespace } from './namespace.ts';

/** What a suite starts: one emulator, several, or a namespace. */
export interface Resettable {
  reset(): Promise<void>;
  close(): Promise<void>;
}

type Use<T> = (value: T) => Promise<void>;

/** The argument of `test.extend`, in vitest and Playwright. */
export interface EmulatorFixtures<T> {
  /** Started once per worker, for fixtures that live as long. */
  workerEmulators: [(needed: object, use: Use<T>) => Promise<void>, { scope: 'worker' }];
  /** The same, reset before every test. */
  emulators: [(needed: { readonly workerEmulators: T }, use: Use<T>) => Promise<void>, { auto: true }];
}

/** The fixtures of a test: `test.extend<EmulatorContext<StripeEmulator>>(…)` in vitest. */
export interface EmulatorContext<T> {
  readonly workerEmulators: T;
  readonly emulators: T;
}

/** Starts once per worker, resets before every test, and closes with the worker. */
export function emulatorFixtures<T extends Resettable>(start: () => Promise<T> | T): EmulatorFixtures<T> {
  return {
    workerEmulators: [
      // biome-ignore lint/correctness/noEmptyPattern: both runners read from the source which fixtures are needed.
      async ({}, use) => {
        const started = await start();
        try {
          await use(started);
        } finally {
          await started.close();
        }
      },
      { scope: 'worker' },
    ],
    emulators: [
      async ({ workerEmulators }, use) => {
        await workerEmulators.reset();
        await use(workerEmulators);
      },
      { auto: true },
    ],
  };
}

/** The variables with the number of a worker in Playwright, vitest and Jest. */
const WORKER_NUMBERS = ['TEST_PARALLEL_INDEX', 'VITEST_POOL_ID', 'JEST_WORKER_ID'];

/** A namespace name for this worker, unique among the workers of a run. */
export function workerName(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const number = WORKER_NUMBERS.map((name) => environment[name]).find((value) => value !== undefined);
  return number === undefined ? `process_${process.pid}_${threadId}` : `worker_${number}`;
}
