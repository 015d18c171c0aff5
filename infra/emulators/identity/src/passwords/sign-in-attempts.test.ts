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

it('lets the same person sign in many times at once', async () => {
  await post('signUp', 'ada@example.com', PASSWORD);
  expect(new Set(await atOnce(30, 'ada@example.com', PASSWORD))).toEqual(new Set(['signed in']));
});

it('answers ten of thirty guesses made at once, and then refuses the right password as well', async () => {
  await post('signUp', 'grace@example.com', PASSWORD);
  const answers = await atOnce(30, 'grace@example.com', 'a guess');
  expect(answers.filter((answer) => answer === 'INVALID_LOGIN_CREDENTIALS')).toHaveLength(10);
  expect(answers.filter((answer) => answer === 'TOO_MANY_ATTEMPTS_TRY_LATER')).toHaveLength(20);
  expect(await post('signInWithPassword', 'grace@example.com', PASSWORD)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
});

it('counts guesses at an address that has no account', async () => {
  const answers = await atOnce(11, 'nobody@example.com', 'a guess');
  expect(answers.filter((answer) => answer === 'TOO_MANY_ATTEMPTS_TRY_LATER')).toHaveLength(1);
});
