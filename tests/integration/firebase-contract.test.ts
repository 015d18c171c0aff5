import { readFileSync } from 'node:fs';
import { createFirebaseApp } from '@outharbor/api/gateways/firebase/app';
import { createFirebaseIdentity, type IdentityGateway } from '@outharbor/api/gateways/firebase/identity';
import { type BillingLedger, createFirebaseLedger } from '@outharbor/api/gateways/firebase/ledger';
import { createMemoryLedger, EMPTY_STATE } from '@outharbor/api/testing/memory-ledger';
import { createMemoryIdentity } from '@outharbor/api/testing/test-app';
import { NEXT } from '@outharbor/contract/testing/plans';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { startIdentityEmulator } from '@outharbor/identity-emulator';
import { deleteApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DatabaseClient } from '../../infra/emulators/tests/support/database-client.ts';
import { emulatedFirebase } from '../support/firebase-config.ts';

const rules = readFileSync(new URL('../../infra/firebase/database.rules.json', import.meta.url), 'utf8');
const EMAIL = 'ada@example.com';

interface Backend {
  readonly ledger: BillingLedger;
  readonly identity: IdentityGateway;
}

/** Each opens with the account and the record of `ada`. */
const BACKENDS: readonly [name: string, open: () => Promise<Backend>][] = [
  ['the emulators', openEmulators],
  [
    'the memory',
    async () => {
      const ledger = createMemoryLedger();
      ledger.emails.set('ada', EMAIL);
      ledger.records.set('ada', {});
      return { ledger, identity: createMemoryIdentity(new Set(['nobody'])) };
    },
  ],
];

async function openEmulators(): Promise<Backend> {
  const [database, accounts] = await Promise.all([
    startDatabaseEmulator({ rules }),
    startIdentityEmulator({ projectId: 'demo' }),
  ]);
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', accounts.authority);
  const config = emulatedFirebase(database.url, accounts.url);
  const app = createFirebaseApp(config);
  const owner = await DatabaseClient.connect(database.url, 'demo');
  onTestFinished(async () => {
    await Promise.all([deleteApp(app), owner.close()]);
    await Promise.all([database.close(), accounts.close()]);
    vi.unstubAllEnvs();
  });
  await owner.request('gauth', { cred: 'owner' });
  await owner.set('/users/ada', { uid: 'ada', email: EMAIL, userName: 'ada' });
  await getAuth(app).createUser({ uid: 'ada', email: EMAIL, displayName: 'ada' });
  return {
    ledger: createFirebaseLedger(app, config, () => undefined),
    identity: createFirebaseIdentity(app, config, () => undefined, { error: () => undefined }),
  };
}

describe.each(BACKENDS)('over %s', (_name, open) => {
  it('the ledger commits only against the newest state, and shows the plan until it is removed', async () => {
    const { ledger } = await open();
    const empty = await ledger.read('ada');
    expect(empty).toEqual(EMPTY_STATE);
    const granted = await ledger.commit('ada', empty, { planType: NEXT.name, customerId: 'cus_1' });
    expect(granted).toEqual({ ...EMPTY_STATE, revision: 1, planType: NEXT.name, customerId: 'cus_1' });
    expect(await ledger.commit('ada', empty, { planType: null })).toBeUndefined();
    expect(await ledger.read('ada')).toEqual(granted);
    expect(await ledger.readRecord('ada')).toEqual({ planType: NEXT.name });
    expect((await ledger.readPlans()).get('ada')).toMatchObject({ planType: NEXT.name, shown: NEXT.name });
    await ledger.commit('ada', granted ?? empty, { planType: null });
    expect(await ledger.readRecord('ada')).toEqual({});
    expect([...(await ledger.readPlans())]).toEqual([]);
  });

  it('the ledger leaves a tombstone of a deleted account, and lists the deletion until then', async () => {
    const { ledger } = await open();
    const state = await ledger.read('ada');
    const started = await ledger.commit('ada', state, { customerId: 'cus_1', deletionStartedAt: 1 });
    expect(await ledger.readUnfinishedDeletions()).toEqual(['ada']);
    const change = { deletedAt: 2, refundDue: 'sub_1' };
    expect(await ledger.commit('ada', started ?? state, change)).toEqual({
      ...EMPTY_STATE,
      ...change,
      revision: 2,
    });
    expect(await ledger.readUnfinishedDeletions()).toEqual([]);
    expect([...(await ledger.readEmails(undefined))]).toEqual([]);
    expect([...(await ledger.readPlans()).keys()]).toEqual(['ada']);
  });

  it('the ledger writes an address only to an existing record, and keeps its progress', async () => {
    const { ledger } = await open();
    await ledger.writeEmail('ada', 'lady@example.com');
    await ledger.writeEmail('bob', 'bob@example.com');
    expect([...(await ledger.readEmails(undefined))]).toEqual([['ada', 'lady@example.com']]);
    expect(await ledger.readProgress()).toEqual({ eventsUntil: undefined, walkDue: undefined });
    await ledger.writeProgress({ eventsUntil: 5, walkDue: undefined });
    expect(await ledger.readProgress()).toEqual({ eventsUntil: 5, walkDue: undefined });
  });

  it('an account is found until it is deleted, which may be repeated', async () => {
    const { identity } = await open();
    const user = { uid: 'ada', email: EMAIL, name: 'ada', signedInAt: Date.now() / 1000, signInAge: 0 };
    await identity.requireCurrent(user);
    const account = { uid: 'ada', email: EMAIL, name: 'ada', emailVerified: false, disabled: false };
    expect([...(await identity.findAccounts(['ada', 'nobody']))]).toEqual([['ada', account]]);
    expect(await identity.findByEmail([EMAIL, 'nobody@example.com', 'no address'])).toEqual([account]);
    expect(await identity.describe('ada')).toMatchObject({ uid: 'ada', email: EMAIL, disabled: false });
    await identity.deleteAccount('ada');
    await identity.deleteAccount('ada');
    await expect(identity.requireCurrent(user)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect([...(await identity.findAccounts(['ada']))]).toEqual([]);
    expect(await identity.describe('ada')).toBeUndefined();
  });
});
