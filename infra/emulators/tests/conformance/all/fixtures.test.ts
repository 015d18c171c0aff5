import { startEmulators } from '@outharbor/emulators';
import {
  connectNamespace,
  type EmulatorContext,
  type EmulatorNamespace,
  emulatorFixtures,
  type Resettable,
  workerName,
} from '@outharbor/emulators/fixtures';
import { startStripeEmulator } from '@outharbor/stripe-emulator';
import {
  connectNamespace as connectStripe,
  type NamespaceControl,
} from '@outharbor/stripe-emulator/control-client';
import { test as base, describe, expect } from 'vitest';

const OWNER = { authorization: 'Bearer owner' };
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

  recorded('reset before every test, even one that uses no fixture', () => {
    expect(events.splice(0)).toEqual(['reset']);
  });

  base('close with the worker, even if a test failed', async () => {
    const [run] = emulatorFixtures(startRecorded).workerEmulators;
    await expect(run({}, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(events.splice(0)).toEqual(['start', 'close']);
  });
});

async function startInNamespace(): Promise<NamespaceControl> {
  const shared = await startStripeEmulator();
  const namespace = connectStripe(shared.controlUrl, workerName());
  const close = () => namespace.close().then(shared.close);
  return { ...namespace, close };
}

const inNamespace = base.extend<EmulatorContext<NamespaceControl>>(emulatorFixtures(startInNamespace));

describe('fixtures of a namespace', () => {
  inNamespace.for(['one', 'two'])('start empty in test %s', async (_number, { emulators }) => {
    const { products } = await emulators.state();
    expect(products).toEqual([]);
    await emulators.seed({ products: [{ id: 'prod_a', name: 'A' }] });
  });
});

describe('a namespace of all emulators', () => {
  const services = ['stripe', 'identity', 'database', 'scheduling'] as const;

  base('is reset and deleted without affecting others', async () => {
    const emulators = await startEmulators({ services });
    try {
      const [one, two] = await Promise.all(['one', 'two'].map((name) => connectNamespace(emulators, name)));
      const fill = async ({ stripe, identity, database, scheduling }: EmulatorNamespace) => {
        await stripe?.seed({ products: [{ id: 'prod_a', name: 'A' }] });
        await fetch(
          `${identity?.url}/identitytoolkit.googleapis.com/v1/projects/${identity?.projectId}/accounts`,
          { method: 'POST', headers: OWNER, body: '{"email":"ada@example.com"}' },
        );
        await fetch(`${database?.url.replace('?', '/.json?')}`, { method: 'PUT', headers: OWNER, body: '1' });
        await scheduling?.seed();
      };
      const readContent = async ({ stripe, identity, database, scheduling }: EmulatorNamespace) => [
        (await stripe?.state())?.products.length,
        ((await identity?.state()) as { users: unknown[] } | undefined)?.users.length,
        await (await fetch(`${database?.url.replace('?', '/.json?')}`, { headers: OWNER })).json(),
        (await scheduling?.state())?.bookings.length,
      ];
      if (one === undefined || two === undefined) throw new Error('there are two');
      await Promise.all([fill(one), fill(two)]);
      await emulators.reset();
      expect(await readContent(one)).toEqual([1, 1, 1, 3]);
      await one.reset();
      expect(await readContent(one)).toEqual([0, 0, null, 0]);
      expect(await readContent(two)).toEqual([1, 1, 1, 3]);
      await two.close();
      expect(await readContent(await connectNamespace(emulators, 'two'))).toEqual([0, 0, null, 0]);
    } finally {
      await emulators.close();
    }
  });

  base('covers the running emulators and needs their control ports', async () => {
    const emulators = await startEmulators({ services: ['stripe'] });
    try {
      const all = ['stripe', 'addPeople', 'reset', 'close'];
      expect(Object.keys(await connectNamespace(emulators, 'one'))).toEqual(all);
      const unreachable = {
        identity: { url: 'http://localhost:9', controlUrl: undefined, projectId: 'demo' },
      };
      await expect(connectNamespace(unreachable, 'one')).rejects.toThrow('needs the control port');
      await expect(connectNamespace(emulators, 'a-b')).rejects.toThrow('letters, digits and underscores');
    } finally {
      await emulators.close();
    }
  });
});

describe('workerName', () => {
  base.for([
    [{ TEST_PARALLEL_INDEX: '0', TEST_WORKER_INDEX: '7' }, /^worker_0$/],
    [{ VITEST_POOL_ID: '2' }, /^worker_2$/],
    [{ JEST_WORKER_ID: '3' }, /^worker_3$/],
    [{}, /^process_\d+_\d+$/],
  ] as const)('for %j matches %s', ([environment, name]) => {
    expect(workerName(environment)).toMatch(name);
  });
});
