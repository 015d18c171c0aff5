import { describe, expect, it } from 'vitest';
import { newEmail, startIdentityWorld } from '../../support/identity/identity-world.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const world = suiteFixture(() => startIdentityWorld({ controlPort: 0 }));

async function control(method: string, path: string, body?: object, headers = {}) {
  const answer = await fetch(`${world.emulator.controlUrl}/_emulator/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('the control port', () => {
  it('lists mails and users, and clears them on reset', async () => {
    const email = newEmail();
    await world.web('signUp', { email, password: 'correct horse' });
    await world.web('sendOobCode', { requestType: 'PASSWORD_RESET', email });
    expect((await control('GET', 'mails')).body).toMatchObject({
      mails: [{ to: email, type: 'PASSWORD_RESET' }],
    });
    expect((await control('GET', 'state')).body).toMatchObject({ users: [{ email }] });
    await control('POST', 'reset');
    expect((await control('GET', 'state')).body).toMatchObject({ users: [] });
  });

  it('tells which accounts changed since a cursor, and how many there are', async () => {
    const [one, other] = [newEmail(), newEmail()];
    await world.web('signUp', { email: one, password: 'correct horse' });
    const first = (await control('GET', 'changes/accounts/start')).body;
    expect(first).toMatchObject({ count: 1, rows: [{ email: one, name: null, disabled: false }] });
    const { cursor } = first;
    expect((await control('GET', `changes/accounts/${cursor}`)).body).toEqual({ cursor, count: 1, rows: [] });
    await world.web('signUp', { email: other, password: 'correct horse' });
    const second = (await control('GET', `changes/accounts/${cursor}`)).body;
    expect(second).toMatchObject({ count: 2, rows: [{ email: other }] });
    await control('POST', 'reset');
    expect((await control('GET', `changes/accounts/${second.cursor}`)).body).toMatchObject({
      count: 0,
      rows: [],
    });
  });

  it('moves the clock only forward', async () => {
    const before = Date.parse(String((await control('GET', 'clock')).body.now));
    const { body } = await control('POST', 'clock/advance', { minutes: 1 });
    expect(body).toMatchObject({ offsetMs: 60_000 });
    expect(Date.parse(String(body.now))).toBeGreaterThanOrEqual(before + 60_000);
    expect((await control('POST', 'clock/advance', { minutes: -1 })).status).toBe(400);
  });
});
