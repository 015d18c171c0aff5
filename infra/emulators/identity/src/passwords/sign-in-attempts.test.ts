import { afterAll, beforeAll, expect, it } from 'vitest';
import { type IdentityEmulator, startIdentityEmulator } from '../identity-emulator.ts';

let emulator: IdentityEmulator;
beforeAll(async () => {
  emulator = await startIdentityEmulator({ projectId: 'demo-attempts' });
});
afterAll(() => emulator.close());

const PASSWORD = 'correct horse battery';

async function post(call: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${emulator.url}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=k`, {
    method: 'POST',
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  });
  const { error } = (await answer.json()) as { error?: { message: string } };
  return error?.message.split(' ')[0] ?? 'signed in';
}

const atOnce = (count: number, email: string, password: string) =>
  Promise.all(Array.from({ length: count }, () => post('signInWithPassword', email, password)));

it('allows many concurrent sign-ins with the right password', async () => {
  await post('signUp', 'ada@example.com', PASSWORD);
  expect(new Set(await atOnce(30, 'ada@example.com', PASSWORD))).toEqual(new Set(['signed in']));
});

it('checks ten of thirty concurrent guesses, then rejects even the right password', async () => {
  await post('signUp', 'grace@example.com', PASSWORD);
  const answers = await atOnce(30, 'grace@example.com', 'a guess');
  expect(answers.filter((answer) => answer === 'INVALID_LOGIN_CREDENTIALS')).toHaveLength(10);
  expect(answers.filter((answer) => answer === 'TOO_MANY_ATTEMPTS_TRY_LATER')).toHaveLength(20);
  expect(await post('signInWithPassword', 'grace@example.com', PASSWORD)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
});

it('counts guesses for an address without an account', async () => {
  const answers = await atOnce(11, 'nobody@example.com', 'a guess');
  expect(answers.filter((answer) => answer === 'TOO_MANY_ATTEMPTS_TRY_LATER')).toHaveLength(1);
});
