import { readFileSync } from 'node:fs';
import { createFirebaseApp } from '@outharbor/api/gateways/firebase/app';
import { createFirebaseLedger } from '@outharbor/api/gateways/firebase/ledger';
import { LAST, NEXT } from '@outharbor/contract/testing/plans';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { deleteApp } from 'firebase-admin/app';
import { expect, test } from 'vitest';
import { DatabaseClient } from '../../infra/emulators/tests/support/database-client.ts';
import { emulatedFirebase } from '../support/firebase-config.ts';

const rules = readFileSync(new URL('../../infra/firebase/database.rules.json', import.meta.url), 'utf8');

const LISTS = /"\.indexOn": \[([^\]]*)\]/g;
const INDEXES = Array.from(rules.matchAll(LISTS), ([, names = '']) => names.split(', ')).flat();

const SUBSCRIPTION = { planType: NEXT.name, sessionId: 'cs_test_1', endsAt: 1_800_000_000 };
const DATA = {
  users: { ada: { uid: 'ada', email: 'ada@example.com', userName: 'Ada', subscription: SUBSCRIPTION } },
  billing: {
    ada: { revision: 1, planType: NEXT.name },
    bob: { revision: 1, refundDue: 'cs_test_2' },
    cyd: { revision: 1, planType: LAST.name, deletionStartedAt: 1_700_000_000 },
  },
};

/** Reads as the API does from a database with the given rules. */
async function readThroughIndexes(text: string) {
  const emulator = await startDatabaseEmulator({ rules: text });
  const config = emulatedFirebase(emulator.url, emulator.url);
  const app = createFirebaseApp(config);
  try {
    const owner = await DatabaseClient.connect(emulator.url, 'demo');
    await owner.request('gauth', { cred: 'owner' });
    await owner.set('/', DATA);
    await owner.close();
    const ledger = createFirebaseLedger(app, config, () => undefined);
    return {
      plans: [...(await ledger.readPlans()).keys()].sort(),
      deletions: await ledger.readUnfinishedDeletions(),
    };
  } finally {
    await deleteApp(app);
    await emulator.close();
  }
}

test('the rules have an index for each query of the API', async () => {
  expect(await readThroughIndexes(rules)).toEqual({
    plans: ['ada', 'bob', 'cyd'],
    deletions: ['cyd'],
  });
});

test.each(INDEXES)('the API cannot do without the index %s', async (index) => {
  const without = rules.replace(LISTS, (list) => list.replace(index, '"unused"'));
  await expect(readThroughIndexes(without)).rejects.toMatchObject({
    code: 'dependency_unavailable',
    cause: { message: expect.stringMatching(/index not defined/i) },
  });
});
