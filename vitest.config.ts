import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './tests/support/slowest-first.ts';

// Groups run in sequence. Container tests mostly wait, so they run beside CPU-bound ones, but never beside a
// browser: Chromium aborts requests whenever the container engine adds or removes a network.
const group = (groupOrder: number) => ({ sequence: { groupOrder } });

/** A process per file takes twice the CPU time. No product module connects or keeps state on import. */
const sharedProcess = { isolate: false };

/** The default of one second is too short on a busy machine. */
const patience = { expect: { poll: { timeout: 15_000 } } };

const BUILT_PAGES = 'infra/emulators/tests/support/built-pages.ts';
const BUILT_PRODUCT = 'tests/support/built-product.ts';
const EGRESS_FOLDER = 'infra/emulators/tests/support/egress-folder.ts';
const EGRESS_WATCH = 'infra/emulators/tests/support/egress-watch.ts';

const product = {
  globalSetup: [BUILT_PAGES, EGRESS_FOLDER],
  setupFiles: [EGRESS_WATCH],
};

/** These fail occasionally because of the machine, and a rare failure may not happen again. */
const secondAttempt = { retry: 1, chaiConfig: { truncateThreshold: 0 } };

const CLIENTS = 'infra/emulators/tests/everywhere/clients/**/*.test.ts';
const CONTAINERS = 'tests/integration/containers/**/*.test.ts';
const CONTAINERS_IN_BROWSERS = [
  'tests/integration/containers/product-in-browsers.test.ts',
  'tests/integration/containers/two-releases.test.ts',
  'tests/integration/containers/live/going-live.test.ts',
  'tests/integration/containers/live/rehearsal.test.ts',
  'tests/integration/containers/live/visit.test.ts',
];
const containers = {
  ...sharedProcess,
  ...secondAttempt,
  ...patience,
  globalSetup: [BUILT_PAGES],
  testTimeout: 300_000,
  hookTimeout: 900_000,
};
const WAITING_WORKERS = 3;

/** They download language toolchains first. */
const QUICK_STARTS = 'infra/emulators/tests/everywhere/quick-starts/**/*.test.ts';

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          ...sharedProcess,
          include: [
            'api/**/*.test.ts',
            'infra/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/support/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'web/prerender/**/*.test.ts',
          ],
          exclude: [
            '**/node_modules/**',
            '**/dist/**',
            'infra/emulators/tests/{conformance,packages,everywhere}/**',
          ],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          ...patience,
          ...group(0),
        },
      },
      {
        test: {
          name: 'conformance',
          ...sharedProcess,
          include: ['infra/emulators/tests/conformance/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          ...product,
          globalSetup: [
            ...product.globalSetup,
            'infra/emulators/tests/support/stripe/stripe-mock-process.ts',
          ],
          ...patience,
          ...group(1),
        },
      },
      {
        test: {
          name: 'integration',
          ...sharedProcess,
          include: ['tests/integration/**/*.test.ts', 'tests/abuse/**/*.test.ts'],
          exclude: [CONTAINERS],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: WAITING_WORKERS,
          ...product,
          globalSetup: [BUILT_PRODUCT, EGRESS_FOLDER],
          ...patience,
          ...group(2),
        },
      },
      {
        test: {
          name: 'containers',
          include: [CONTAINERS],
          exclude: CONTAINERS_IN_BROWSERS,
          ...containers,
          maxWorkers: WAITING_WORKERS,
          ...group(2),
        },
      },
      {
        test: {
          name: 'packages',
          ...sharedProcess,
          include: ['infra/emulators/tests/packages/**/*.test.ts'],
          // Packages are built twice and tested on three Node.js releases.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          globalSetup: [...product.globalSetup, 'infra/emulators/tests/packages/node-releases.ts'],
          setupFiles: product.setupFiles,
          maxWorkers: 2,
          ...group(1),
        },
      },
      {
        test: {
          name: 'quick-starts',
          ...sharedProcess,
          include: [QUICK_STARTS],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: 1,
          globalSetup: [...product.globalSetup, 'infra/emulators/tests/support/toolchains/toolchains.ts'],
          setupFiles: product.setupFiles,
          ...group(3),
        },
      },
      {
        test: {
          name: 'clients',
          ...sharedProcess,
          include: [CLIENTS],
          // The first Java call can take minutes on a busy machine.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // One test waits for three minutes.
          maxWorkers: 2,
          globalSetup: [EGRESS_FOLDER, 'infra/emulators/tests/everywhere/clients/support/build-programs.ts'],
          setupFiles: [EGRESS_WATCH],
          ...patience,
          ...group(3),
        },
      },
      {
        test: {
          name: 'browser',
          ...sharedProcess,
          include: ['tests/browser/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // A third worker would make pages slower than for any visitor and save only a tenth of the time.
          maxWorkers: 2,
          ...secondAttempt,
          ...product,
          ...patience,
          ...group(4),
        },
      },
      {
        test: {
          name: 'cluster',
          include: ['tests/everywhere/cluster/**/*.test.ts'],
          testTimeout: 600_000,
          ...patience,
        },
      },
      {
        test: {
          name: 'containers-in-browsers',
          include: CONTAINERS_IN_BROWSERS,
          ...containers,
          maxWorkers: 1,
          ...group(5),
        },
      },
    ],
  },
});
