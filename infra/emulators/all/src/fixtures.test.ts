import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { connectNamespace, type NamespaceControl } from '@outharbor/stripe-emulator/control-client';
import { test as base, describe, expect } from 'vitest';
import { type EmulatorContext, emulatorFixtures, type Resettable, workerName } from './fixtures.ts';

const events: string[] = [];

async function startRecorded(): Promise<Resettable> {
  events.push('start');
  return {
    reset: async () => void events.push('reset'),
    close: async () => void events.push('close'),
  };
}

const recorded = base.extend(emulatorFixtures(startRecorded));

describe('fixtures', () => {
  recorded('start with the first test', () => {
    expect(events.splice(0)).toEqual(['start', 'reset']);
  });

  recorded('reset before every further one, also where it asks for nothing', () => {
    expect(events.splice(0)).toEqual(['reset']);
  });

  base('close with the worker, also when a test failed', async () => {
    const [run] = emulatorFixtures(startRecorded).workerEmulators;
    await expect(run({}, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(events.splice(0)).toEqual(['start', 'close']);
  });
});

async function startInNamespace(): Promise<NamespaceControl> {
  const shared = await startStripeEmulator();
  const namespace = connectNamespace(shared.controlUrl, workerName());
  const close = () => namespace.close().then(shared.close);
  return { ...namespace, close };
}

const inNamespace = base.extend<EmulatorContext<NamespaceControl>>(emulatorFixtures(startInNamespace));

describe('fixtures of a namespace', () => {
  inNamespace.for(['one', 'two'])('find it empty in test %s', async (_number, { emulators }) => {
    const { products } = await emulators.state();
    expect(products).toEqual([]);
    await emulators.seed({ products: [{ id: 'prod_a', name: 'A' }] });
  });
});

describe('the name of a worker', () => {
  base.for([
    [{ TEST_PARALLEL_INDEX: '0', TEST_WORKER_INDEX: '7' }, /^worker_0$/],
    [{ VITEST_POOL_ID: '2' }, /^worker_2$/],
    [{ JEST_WORKER_ID: '3' }, /^worker_3$/],
    [{}, /^process_\d+_\d+$/],
  ] as const)('of %j is %s', ([environment, name]) => {
    expect(workerName(environment)).toMatch(name);
  });
});
