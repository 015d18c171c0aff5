import { threadId } from 'node:worker_threads';

export { connectNamespace, type EmulatorAddresses, type EmulatorNamespace } from './namespace.ts';

export interface Resettable {
  reset(): Promise<void>;
  close(): Promise<void>;
}

type Use<T> = (value: T) => Promise<void>;

export interface EmulatorFixtures<T> {
  workerEmulators: [(needed: object, use: Use<T>) => Promise<void>, { scope: 'worker' }];
  emulators: [(needed: { readonly workerEmulators: T }, use: Use<T>) => Promise<void>, { auto: true }];
}

/** Test context: `test.extend<EmulatorContext<StripeEmulator>>(…)` in vitest. */
export interface EmulatorContext<T> {
  readonly workerEmulators: T;
  readonly emulators: T;
}

/** For `test.extend`: starts once per worker, resets before every test, and closes with the worker. */
export function emulatorFixtures<T extends Resettable>(start: () => Promise<T> | T): EmulatorFixtures<T> {
  return {
    workerEmulators: [
      // biome-ignore lint/correctness/noEmptyPattern: the runners parse the parameter for fixtures.
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

const WORKER_NUMBERS = ['TEST_PARALLEL_INDEX', 'VITEST_POOL_ID', 'JEST_WORKER_ID'];

/** Unique among the workers of a run. */
export function workerName(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const number = WORKER_NUMBERS.map((name) => environment[name]).find((value) => value !== undefined);
  return number === undefined ? `process_${process.pid}_${threadId}` : `worker_${number}`;
}
