import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getAuth } from 'firebase-admin/auth';
import { decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  adminPath,
  type IdentityWorld,
  newEmail,
  OWNER,
  startIdentityWorld,
} from '../../support/identity/identity-world.ts';
import { testFolder } from '../../support/test-folder.ts';

const PASSWORD = 'correct horse battery';
const KEYS_PATH = '/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

let dataDir: string;
const worlds: IdentityWorld[] = [];
beforeEach(async () => {
  dataDir = await testFolder();
});
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function start(): Promise<IdentityWorld> {
  const world = await startIdentityWorld({ dataDir });
  worlds.push(world);
  return world;
}

async function stop(world: IdentityWorld): Promise<void> {
  worlds.splice(worlds.indexOf(world), 1);
  await world.close();
}

async function restart(world: IdentityWorld): Promise<IdentityWorld> {
  await stop(world);
  return start();
}

const journal = () => join(dataDir, 'identity.jsonl');

describe('the state on disk', () => {
  it('keeps users, sessions, codes and keys across a restart', async () => {
    const first = await start();
    const email = newEmail();
    const { body: session } = await first.web('signUp', { email, password: PASSWORD });
    await first.web('sendOobCode', { requestType: 'PASSWORD_RESET', email });
    const second = await restart(first);
    const { body: signedIn } = await second.web('signInWithPassword', {
      email,
      password: PASSWORD,
    });
    expect(signedIn.localId).toBe(session.localId);
    expect((await second.web('lookup', { idToken: session.idToken })).status).toBe(200);
    expect((await second.refresh(session.refreshToken)).body.user_id).toBe(session.localId);
    expect((await second.emulator.mails()).map(({ to }) => to)).toEqual([email]);
  });

  it('keeps the key that was published ahead of its rotation', async () => {
    const first = await start();
    const { keys } = (await (await fetch(`${first.emulator.url}${KEYS_PATH}`)).json()) as {
      keys: { kid: string }[];
    };
    const second = await restart(first);
    await second.emulator.rotateKeys();
    const { body } = await second.web('signUp', { email: newEmail(), password: PASSWORD });
    const { kid } = decodeProtectedHeader(String(body.idToken));
    expect(keys.map((key) => key.kid)).toEqual([expect.any(String), kid, expect.any(String)]);
  });

  it('keeps tenants, and keeps their users and sessions apart', async () => {
    const first = await start();
    const newTenant = () =>
      getAuth(first.admin)
        .tenantManager()
        .createTenant({ emailSignInConfig: { enabled: true } });
    const [{ tenantId }, { tenantId: otherTenant }] = [await newTenant(), await newTenant()];
    const credential = { email: newEmail(), password: PASSWORD };
    const { body: session } = await first.web('signUp', { ...credential, tenantId });
    const second = await restart(first);
    const { body: signedIn } = await second.web('signInWithPassword', { ...credential, tenantId });
    expect(signedIn.localId).toBe(session.localId);
    const lookUp = { idToken: session.idToken, tenantId };
    expect((await second.web('lookup', lookUp)).status).toBe(200);
    for (const elsewhere of [{ tenantId: otherTenant }, {}]) {
      const { status } = await second.web('signInWithPassword', { ...credential, ...elsewhere });
      expect(status).toBe(400);
    }
  });

  it('is readable only by its owner and contains no password', async () => {
    const world = await start();
    await world.web('signUp', { email: newEmail(), password: PASSWORD });
    for (const name of ['identity.jsonl', 'keys.json']) {
      expect([name, (await stat(join(dataDir, name))).mode & 0o777]).toEqual([name, 0o600]);
    }
    expect(await readFile(journal(), 'utf8')).not.toContain(PASSWORD);
  });

  it('exposes no password hash in responses or in the control state', async () => {
    const world = await start();
    const { body: session } = await world.web('signUp', { email: newEmail(), password: PASSWORD });
    const lines = (await readFile(journal(), 'utf8')).trim().split('\n');
    const secrets = lines.flatMap((line) =>
      [...line.matchAll(/"(?:hash|salt)":"([^"]+)"/g)].map(([, text]) => text),
    );
    expect(secrets.length).toBeGreaterThan(0);
    const shown = JSON.stringify([
      await world.emulator.state(),
      await world.web('lookup', { idToken: session.idToken }),
      await world.web('update', { idToken: session.idToken, password: 'another password' }),
      await world.call(adminPath('/accounts:lookup'), { localId: [session.localId] }, OWNER),
      await (
        await fetch(`${world.emulator.url}${adminPath('/accounts:batchGet')}`, { headers: OWNER })
      ).json(),
    ]);
    for (const secret of secrets) expect(shown).not.toContain(secret);
  });

  it('loses only the line that a crash cut short', async () => {
    const first = await start();
    const email = newEmail();
    await first.web('signUp', { email, password: PASSWORD });
    await appendFile(journal(), '["user","half-writ');
    const second = await restart(first);
    expect((await second.web('signInWithPassword', { email, password: PASSWORD })).status).toBe(200);
  });

  it('prevents the start if it is damaged, and stays untouched', async () => {
    const first = await start();
    await first.web('signUp', {});
    await stop(first);
    const damaged = `not json\n${await readFile(journal(), 'utf8')}`;
    await writeFile(journal(), damaged);
    await expect(startIdentityWorld({ dataDir })).rejects.toThrow(/line 1, is damaged/);
    expect(await readFile(journal(), 'utf8')).toBe(damaged);
  });

  it('is empty after a reset and a restart', async () => {
    const first = await start();
    const email = newEmail();
    await first.web('signUp', { email, password: PASSWORD });
    await first.emulator.reset();
    const second = await restart(first);
    expect((await second.web('signInWithPassword', { email, password: PASSWORD })).status).toBe(400);
  });
});
