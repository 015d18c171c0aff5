import { API_PATHS } from '@outharbor/contract/paths';
import { afterEach, expect, it, vi } from 'vitest';
import { reportSetupProblem, setupProblem } from './report-setup-problem.ts';

afterEach(() => vi.unstubAllGlobals());

const failure = (code: string) => Object.assign(new Error(code), { code });

it.each([
  ['auth/api-key-not-valid.-please-pass-a-valid-api-key.', 'api_key_rejected'],
  ['auth/invalid-api-key', 'api_key_rejected'],
  ['auth/api-key-expired.-please-renew-the-api-key.', 'api_key_rejected'],
  ['auth/requests-from-referer-https://www.example.com-are-blocked.', 'referrer_blocked'],
  ['auth/unauthorized-domain', 'domain_not_authorised'],
  ['auth/unauthorized-continue-uri', 'domain_not_authorised'],
  ['auth/operation-not-allowed', 'sign_in_method_off'],
  ['auth/configuration-not-found', 'sign_in_method_off'],
  ['auth/wrong-password', undefined],
  ['auth/network-request-failed', undefined],
])('maps %s to %s', (code, problem) => expect(setupProblem(failure(code))).toBe(problem));

it('sends the problem, and nothing for a fault of the visitor', () => {
  const sent = vi.fn(async (..._request: Parameters<typeof fetch>) => new Response(null, { status: 204 }));
  vi.stubGlobal('fetch', sent);
  reportSetupProblem(failure('auth/wrong-password'));
  expect(sent).not.toHaveBeenCalled();
  reportSetupProblem(failure('auth/invalid-api-key'));
  expect(sent).toHaveBeenCalledExactlyOnceWith(
    API_PATHS.reportSetupProblem,
    expect.objectContaining({ body: '{"problem":"api_key_rejected"}' }),
  );
});
