import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { isMissing, NEED_NAMES } from './infra/emulators/tests/support/needs.ts';
import { SlowestFirst } from './tests/support/slowest-first.ts';

type ProjectTests = NonNullable<TestProjectInlineConfiguration['test']>;

// Groups run in sequence; the projects of a group need the same number of workers. Nothing that adds a container
// network runs beside a browser: Chromium aborts its requests whenever the engine adds or removes one.
const group = (groupOrder: number) => ({ sequence: { groupOrder } });

/** More than there are processors on a small machine, because containers and faults are mostly waited for. */
const WAITING_WORKERS = 4;

/** A process per file takes twice the CPU time. No product module connects or keeps state on import. */
const sharedProcess = { isolate: false };

/** The default of one second is too short on a busy machine. Like all time limits here, it only ends what hangs. */
const patience = { expect: { poll: { timeout: 60_000 } } };

const BUILT_PAGES = 'infra/emulators/tests/support/built-pages.ts';
const BUILT_PRODUCT = 'tests/support/built-product.ts';
const EGRESS_FOLDER = 'infra/emulators/tests/support/egress-folder.ts';
const EGRESS_WATCH = 'infra/emulators/tests/support/egress-watch.ts';

/** Skips the tests for which this machine lacks something. */
const machine = {
  tags: NEED_NAMES.map((name) => ({ name, skip: isMissing(name) })),
};

const product = {
  ...machine,
  globalSetup: [BUILT_PAGES, EGRESS_FOLDER],
  setupFiles: [EGRESS_WATCH],
};

/** These fail occasionally because of the machine, and a rare failure may not happen again. */
const secondAttempt = { retry: 1, chaiConfig: { truncateThreshold: 0 } };

const containers = {
  ...sharedProcess,
  ...secondAttempt,
  ...patience,
  ...machine,
  globalSetup: [BUILT_PAGES],
  testTimeout: 300_000,
  hookTimeout: 900_000,
};

const browsers = {
  ...sharedProcess,
  ...secondAttempt,
  ...product,
  ...patience,
  globalSetup: [BUILT_PRODUCT, EGRESS_FOLDER],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  maxWorkers: 2,
};

const EMULATORS = 'infra/emulators/tests';
const STRIPE_MOCK = `${EMULATORS}/support/stripe/stripe-mock-process.ts`;
const ANSWER_WATCH = `${EMULATORS}/support/stripe/answer-watch.ts`;

const conformance = {
  ...sharedProcess,
  ...product,
  ...patience,
  setupFiles: [EGRESS_WATCH, ANSWER_WATCH],
  globalSetup: [...product.globalSetup, STRIPE_MOCK],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

/** `npm test`: every promise once. */
const projects: readonly ProjectTests[] = [
  {
    name: 'unit',
    ...sharedProcess,
    ...patience,
    ...machine,
    include: [
      'api/**/*.test.ts',
      'infra/**/*.test.ts',
      'scripts/**/*.test.ts',
      'tests/specification/**/*.test.ts',
      'tests/support/**/*.test.ts',
      'web/src/**/*.test.{ts,tsx}',
      'web/prerender/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', `${EMULATORS}/{conformance,everywhere}/**`],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: WAITING_WORKERS,
    ...group(0),
  },
  {
    name: 'conformance',
    ...conformance,
    include: [`${EMULATORS}/conformance/**/*.test.ts`],
    maxWorkers: WAITING_WORKERS,
    ...group(0),
  },
  {
    name: 'integration',
    ...sharedProcess,
    ...product,
    ...patience,
    include: ['tests/integration/**/*.test.ts', 'tests/abuse/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: WAITING_WORKERS,
    globalSetup: [BUILT_PRODUCT, EGRESS_FOLDER],
    ...group(0),
  },
  {
    name: 'product',
    ...containers,
    include: ['tests/product/**/*.test.ts'],
    maxWorkers: WAITING_WORKERS,
    ...group(0),
  },
  {
    name: 'browser',
    ...browsers,
    include: ['tests/browser/**/*.test.ts'],
    // Two leave a tenth of two processors idle.
    maxWorkers: 3,
    ...group(1),
  },
];

/** What `npm run test:all` adds: the folders named `everywhere`. */
const everywhere: readonly ProjectTests[] = [
  {
    name: 'everywhere-packages',
    ...sharedProcess,
    ...product,
    include: [`${EMULATORS}/everywhere/{packages,quick-starts}/**/*.test.ts`],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    maxWorkers: 1,
    globalSetup: [
      ...product.globalSetup,
      `${EMULATORS}/everywhere/packages/node-releases.ts`,
      `${EMULATORS}/support/toolchains/toolchains.ts`,
    ],
    ...group(2),
  },
  {
    name: 'everywhere-monitoring',
    ...sharedProcess,
    ...secondAttempt,
    ...patience,
    ...machine,
    include: ['tests/everywhere/{monitoring,rotation,workflows}/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    globalSetup: [BUILT_PRODUCT],
    maxWorkers: 1,
    ...group(2),
  },
  {
    name: 'everywhere-owner',
    ...sharedProcess,
    include: ['tests/everywhere/owner/**/*.test.ts'],
    // Each edit builds and checks a copy of the tree.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    // Beside the clients, of which one waits for three minutes.
    ...group(3),
  },
  {
    name: 'everywhere-clients',
    ...sharedProcess,
    ...patience,
    ...machine,
    include: [`${EMULATORS}/everywhere/clients/**/*.test.ts`],
    // The first Java call can take minutes on a busy machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
    globalSetup: [EGRESS_FOLDER, `${EMULATORS}/everywhere/clients/support/build-programs.ts`],
    setupFiles: [EGRESS_WATCH],
    ...group(3),
  },
  {
    name: 'everywhere-random',
    ...conformance,
    include: ['tests/everywhere/random/**/*.test.ts', `${EMULATORS}/everywhere/random/**/*.test.ts`],
    maxWorkers: 2,
    ...group(3),
  },
  {
    name: 'everywhere-containers',
    ...containers,
    include: ['tests/everywhere/containers/**/*.test.ts', `${EMULATORS}/everywhere/image/**/*.test.ts`],
    maxWorkers: 3,
    ...group(4),
  },
  {
    name: 'everywhere-browser',
    ...browsers,
    include: ['tests/everywhere/browser/**/*.test.ts', `${EMULATORS}/everywhere/browser/**/*.test.ts`],
    setupFiles: [EGRESS_WATCH, ANSWER_WATCH],
    ...group(5),
  },
  {
    name: 'everywhere-containers-in-browsers',
    ...containers,
    include: ['tests/everywhere/containers-in-browsers/**/*.test.ts'],
    maxWorkers: 1,
    ...group(6),
  },
  {
    name: 'everywhere-bare-machine',
    ...machine,
    include: ['tests/everywhere/bare-machine/**/*.test.ts'],
    testTimeout: 2_700_000,
    hookTimeout: 600_000,
    ...group(7),
  },
];

/** Needs a cluster, so only `npm run cluster` runs it. */
const cluster: ProjectTests = {
  name: 'cluster',
  ...patience,
  include: ['tests/everywhere/cluster/**/*.test.ts'],
  testTimeout: 600_000,
  hookTimeout: 600_000,
};

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [...projects, ...everywhere, cluster].map((test) => ({ test })),
  },
});
