import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityEmulator, startIdentityEmulator } from './identity-emulator.ts';

const projectId = 'demo-identity';
const ada = { email: 'ada@example.com', password: 'correct horse', returnSecureToken: true };
interface Session {
  localId: string;
  idToken: string;
  refreshToken: string;
}

async function call<T>(emulator: IdentityEmulator, path: string, body: object, headers = {}) {
  const answer = await fetch(`${emulator.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}
const toolkit = (name: string) => `/identitytoolkit.googleapis.com/v1/accounts:${name}?key=demo-key`;
const errorOf = (answer: { body: unknown }) => (answer.body as { error: { message: string } }).error.message;

describe('an emulator in memory', () => {
  let emulator: IdentityEmulator;
  beforeAll(async () => {
    emulator = await startIdentityEmulator({ projectId });
  });
  afterEach(() => emulator.reset());
  afterAll(() => emulator.close());

  it('says that it is ready', async () => {
    const answer = await fetch(emulator.url);
    expect(await answer.json()).toMatchObject({ authEmulator: { ready: true } });
  });

  it('does not tell which accounts exist, at the start and after a reset', async () => {
    for (const round of ['start', 'reset']) {
      const answer = await call(emulator, toolkit('signInWithPassword'), ada);
      expect([round, errorOf(answer)]).toEqual([round, 'INVALID_LOGIN_CREDENTIALS']);
      await emulator.reset();
    }
  });

  it('forgets every account on reset', async () => {
    const session = await call<Session>(emulator, toolkit('signUp'), ada);
    expect(session.status).toBe(200);
    await emulator.reset();
    expect((await call(emulator, toolkit('lookup'), { idToken: session.body.idToken })).status).toBe(400);
    expect((await call(emulator, toolkit('signUp'), ada)).status).toBe(200);
  });

  describe('for traffic of a front door', () => {
    const marked = { 'x-emulator-public': '1' };

    it('serves sign-up', async () => {
      expect((await call(emulator, toolkit('signUp'), ada, marked)).status).toBe(200);
    });

    it.each([
      ['the credential of an administrator', toolkit('signUp'), { authorization: 'Bearer owner' }],
      ['the emulator’s own calls', `/emulator/v1/projects/${projectId}/config`, {}],
      ['a path around the allowed one', '/identitytoolkit.googleapis.com/%2e%2e/emulator/v1', {}],
      ['the root', '/', {}],
    ])('refuses %s', async (_name, path, headers) => {
      const answer = await call(emulator, path, ada, { ...marked, ...headers });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    });

    it.each([
      ['accounts:lookup', { localId: ['x'] }],
      ['accounts:delete', { localId: 'x' }],
      ['accounts:batchCreate', { users: [{ localId: 'x' }] }],
    ])('refuses an administrator’s %s without a credential', async (name, body) => {
      const path = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/${name}?key=demo-key`;
      const answer = await call(emulator, path, body, marked);
      expect(answer.status).toBe(400);
      expect(errorOf(answer)).toContain('INSUFFICIENT_PERMISSION');
    });
  });
});

describe('an emulator with a data folder', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'identity-'));
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  it('keeps accounts, sessions and passwords between runs, readable by the owner alone', async () => {
    const first = await startIdentityEmulator({ projectId, dataDir });
    const { body: session } = await call<Session>(first, toolkit('signUp'), ada);
    await first.close();
    expect((await stat(join(dataDir, 'accounts.json'))).mode & 0o777).toBe(0o600);

    const second = await startIdentityEmulator({ projectId, dataDir });
    const signedIn = await call<Session>(second, toolkit('signInWithPassword'), ada);
    expect(signedIn.body.localId).toBe(session.localId);
    expect((await call(second, toolkit('lookup'), { idToken: session.idToken })).status).toBe(200);
    const refreshed = await call(second, '/securetoken.googleapis.com/v1/token?key=demo-key', {
      grant_type: 'refresh_token',
      refresh_token: session.refreshToken,
    });
    expect(refreshed.status).toBe(200);
    await second.close();
  });

  it('has an account on disk once settled, even when the process is killed', async () => {
    const first = await startIdentityEmulator({ projectId, dataDir });
    const grace = { ...ada, email: 'grace@example.com' };
    await call(first, toolkit('signUp'), grace);
    await first.settle();
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    const second = await startIdentityEmulator({ projectId, dataDir });
    expect((await call(second, toolkit('signInWithPassword'), grace)).status).toBe(200);
    await second.close();
  });
});

it('says why it cannot start', async () => {
  const { createServer } = await import('node:http');
  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  const { port } = occupant.address() as { port: number };
  await expect(startIdentityEmulator({ projectId, port })).rejects.toThrow(/EADDRINUSE/);
  occupant.close();
});
