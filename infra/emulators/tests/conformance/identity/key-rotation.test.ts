import { getAuth } from 'firebase-admin/auth';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type IdentityWorld, newEmail, startIdentityWorld } from '../../support/identity/identity-world.ts';

const KEYS = '/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

let world: IdentityWorld;
beforeEach(async () => {
  world = await startIdentityWorld({ controlPort: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  await world.close();
});

async function newToken(): Promise<string> {
  const { body } = await world.web('signUp', { email: newEmail(), password: 'correct horse' });
  return String(body.idToken);
}

/** Clients that do not ask for an unknown key within 30 seconds (jose) or the maximum age (the Admin SDK). */
function verifiers() {
  const published = createRemoteJWKSet(new URL(`${world.emulator.url}${KEYS}`));
  return {
    jose: async (token: string) => (await jwtVerify(token, published)).payload.sub,
    admin: async (token: string) => (await getAuth(world.admin).verifyIdToken(token)).sub,
  };
}

it('two rotations in a row cost no client a good token', async () => {
  const { jose, admin } = verifiers();
  const tokens = [await newToken()];
  const verifyAll = () => Promise.all(tokens.flatMap((token) => [jose(token), admin(token)]));
  await verifyAll();
  for (let rotation = 0; rotation < 2; rotation += 1) {
    await world.emulator.rotateKeys();
    tokens.push(await newToken());
  }
  expect(await verifyAll()).not.toContain(undefined);
});

it('rejects a rotation to a key that clients may lack, saying when it is possible', async () => {
  await fetch(`${world.emulator.url}${KEYS}`);
  await world.emulator.rotateKeys();
  await world.emulator.rotateKeys();
  const { jose, admin } = verifiers();
  const before = await newToken();
  await Promise.all([jose(before), admin(before)]);
  const answer = await fetch(`${world.emulator.controlUrl}/_emulator/keys/rotate`, { method: 'POST' });
  expect({ status: answer.status, ...((await answer.json()) as object) }).toEqual({
    status: 409,
    error: expect.stringMatching(/clients keep a key set for 60 seconds.*rotate again in (60|5\d) seconds/),
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  await world.emulator.rotateKeys();
  const after = await newToken();
  expect(await Promise.all([jose(after), admin(after), jose(before)])).not.toContain(undefined);
});

it('rotates as often as wanted while no client has asked for keys', async () => {
  for (let rotation = 0; rotation < 4; rotation += 1) await world.emulator.rotateKeys();
  const { jose, admin } = verifiers();
  const token = await newToken();
  expect(await Promise.all([jose(token), admin(token)])).not.toContain(undefined);
});
