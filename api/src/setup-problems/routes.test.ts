import { API_PATHS } from '@outharbor/contract/paths';
import { afterEach, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

afterEach(() => vi.useRealTimers());

const report = ({ app }: TestApp, payload: object) =>
  app.inject({ method: 'POST', url: API_PATHS.reportSetupProblem, payload });

const warnings = ({ lines }: TestApp): string[] => lines.filter((line) => line.includes('"level":"warn"'));

it.each([
  ['api_key_rejected', /FIREBASE_API_KEY: Firebase rejects/],
  ['referrer_blocked', /FIREBASE_API_KEY: the restrictions .* PUBLIC_URL/],
  ['domain_not_authorised', /PUBLIC_URL: its host is not among the authorised domains/],
  ['sign_in_method_off', /FIREBASE_PROJECT_ID: .* sign-in method/],
])('logs the setting behind %s', async (problem, line) => {
  const test = await buildTestApp();
  expect((await report(test, { problem })).statusCode).toBe(204);
  expect(warnings(test)).toEqual([expect.stringMatching(line)]);
});

it('logs a problem once an hour, however often it is reported', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const test = await buildTestApp();
  for (let count = 0; count < 20; count += 1) await report(test, { problem: 'api_key_rejected' });
  expect(warnings(test)).toHaveLength(1);
  vi.setSystemTime(Date.now() + 3_600_000);
  await report(test, { problem: 'api_key_rejected' });
  expect(warnings(test)).toHaveLength(2);
});

it.each([[{ problem: 'another' }], [{ problem: 'api_key_rejected', details: 'x' }], [{}]])(
  'rejects %j with 400 and logs no setting',
  async (payload) => {
    const test = await buildTestApp();
    expect((await report(test, payload)).statusCode).toBe(400);
    expect(warnings(test)).toEqual([]);
  },
);
