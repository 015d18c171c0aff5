import { API_PATHS } from '@outharbor/contract/paths';
import type { SetupProblem } from '@outharbor/contract/schemas';
import { logError } from '../../lib/log.ts';

/** The SDK derives some codes from the provider's English message, so their ends vary. */
const PROBLEMS: readonly (readonly [code: RegExp, problem: SetupProblem])[] = [
  [/^auth\/(?:invalid-api-key|api-key-|app-not-authorized)/, 'api_key_rejected'],
  [/^auth\/requests-from-/, 'referrer_blocked'],
  [/^auth\/unauthorized-(?:domain|continue-uri)/, 'domain_not_authorised'],
  [
    /^auth\/(?:operation-not-allowed|configuration-not-found|admin-restricted-operation)/,
    'sign_in_method_off',
  ],
];

export function setupProblem(error: unknown): SetupProblem | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return PROBLEMS.find(([pattern]) => pattern.test(code))?.[1];
}

/** Tells the API about a fault of the settings that only browsers see; the API logs it for the operator. */
export function reportSetupProblem(error: unknown): void {
  const problem = setupProblem(error);
  if (problem === undefined) return;
  fetch(API_PATHS.reportSetupProblem, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ problem }),
    keepalive: true,
  }).catch((cause: unknown) => logError('The fault of the settings was not reported', cause));
}
