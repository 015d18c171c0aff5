import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import {
  adminPath,
  OWNER,
  REFRESH_PATH,
  startIdentityWorld,
  webPath,
} from '../../../support/identity/identity-world.ts';
import { suiteFixture } from '../../../support/suite-fixture.ts';

const RUNS = 2000;
const AT_ONCE = 20;

const VICTIM = {
  localId: 'victim',
  email: 'victim@example.com',
  phoneNumber: '+15555550199',
  password: 'a password of her own',
};
const SECRET_OF_VICTIM = 'victim-secret-claim';
const OPERATIONS = [
  ...['signUp', 'signInWithPassword', 'signInWithCustomToken', 'signInWithEmailLink', 'signInWithIdp'],
  ...['lookup', 'update', 'delete', 'sendOobCode', 'resetPassword', 'createAuthUri', 'batchDelete'],
  ...['sendVerificationCode', 'signInWithPhoneNumber'],
];
const VERSION_2_OPERATIONS = [
  ...['mfaEnrollment:start', 'mfaEnrollment:finalize', 'mfaEnrollment:withdraw'],
  ...['mfaSignIn:start', 'mfaSignIn:finalize'],
  ...['passkeyEnrollment:start', 'passkeyEnrollment:finalize'],
  ...['passkeySignIn:start', 'passkeySignIn:finalize'],
];
const RELYING_PARTY_OPERATIONS = [
  ...['signupNewUser', 'verifyPassword', 'verifyAssertion', 'verifyCustomToken', 'getAccountInfo'],
  ...['setAccountInfo', 'getOobConfirmationCode', 'uploadAccount', 'downloadAccount'],
];
const FIELDS = [
  ...[
    'email',
    'password',
    'idToken',
    'localId',
    'oobCode',
    'newPassword',
    'requestType',
    'identifier',
    'token',
  ],
  ...['refresh_token', 'grant_type', 'displayName', 'deleteAttribute', 'deleteProvider', 'customAttributes'],
  ...['newEmail', 'continueUri', 'returnOobLink', 'requestUri', 'postBody', 'validSince', 'disableUser'],
  ...['__proto__', 'constructor', 'users', 'mfa', 'linkProviderUserInfo'],
  ...['phoneNumber', 'sessionInfo', 'code', 'temporaryProof', 'operation', 'mfaPendingCredential'],
  ...['mfaEnrollmentId', 'phoneEnrollmentInfo', 'totpEnrollmentInfo', 'phoneVerificationInfo'],
  ...['totpVerificationInfo', 'tenantId', 'targetProjectId', 'maxResults'],
  ...['authenticatorRegistrationResponse', 'authenticatorAuthenticationResponse', 'deletePasskey'],
];

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const forged = encode({
  iss: 'https://securetoken.google.com/demo-identity',
  aud: 'demo-identity',
  sub: VICTIM.localId,
  user_id: VICTIM.localId,
  uid: VICTIM.localId,
  iat: 1,
  auth_time: 9e9,
  exp: 9e9,
});

const world = suiteFixture(() => startIdentityWorld({ onWarning: (message) => warnings.push(message) }));
const warnings: string[] = [];
beforeAll(async () => {
  await world.call(adminPath('/accounts'), VICTIM, OWNER);
  const claims = JSON.stringify({ secret: SECRET_OF_VICTIM });
  await world.call(
    adminPath('/accounts:update'),
    { localId: VICTIM.localId, customAttributes: claims },
    OWNER,
  );
});

const likelyValue = fc.constantFrom<unknown>(
  VICTIM.localId,
  VICTIM.email,
  VICTIM.phoneNumber,
  'someone@example.com',
  'PASSWORD_RESET',
  'VERIFY_EMAIL',
  'EMAIL_SIGNIN',
  'refresh_token',
  'http://localhost/',
  `${encode({ alg: 'none', typ: 'JWT' })}.${forged}.`,
  `${encode({ alg: 'RS256', kid: 'x' })}.${forged}.c2lnbmF0dXJl`,
  `${encode({ alg: 'HS256' })}.${forged}.${encode('x')}`,
  `${forged}_${'A'.repeat(43)}`,
  JSON.stringify({ uid: VICTIM.localId }),
  'PASSWORD',
  true,
  null,
  -1,
  6,
  1e300,
  [],
  {},
);
const value = fc.oneof(
  { weight: 3, arbitrary: likelyValue },
  { weight: 1, arbitrary: fc.string({ maxLength: 60, unit: 'binary' }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);
const body = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 6 })
      .map((fields) => JSON.stringify(fields)),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 200, unit: 'binary' }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((json) => JSON.stringify(json)) },
);
const path = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...OPERATIONS).map(webPath) },
  { weight: 2, arbitrary: fc.constantFrom(...OPERATIONS).map((name) => adminPath(`/accounts:${name}`)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...OPERATIONS).map((name) => adminPath(`/tenants/victim/accounts:${name}`)),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...VERSION_2_OPERATIONS)
      .map((name) => `/identitytoolkit.googleapis.com/v2/accounts/${name}?key=demo-key`),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...RELYING_PARTY_OPERATIONS)
      .map((name) => `/www.googleapis.com/identitytoolkit/v3/relyingparty/${name}?key=demo-key`),
  },
  { weight: 2, arbitrary: fc.constant(REFRESH_PATH) },
  { weight: 1, arbitrary: fc.constant('/oauth2.googleapis.com/token') },
  { weight: 1, arbitrary: fc.webPath().map((text) => `/${text.replace(/^\/+/, '')}`) },
);
const headers = fc.record(
  {
    authorization: fc.constantFrom('Bearer ', 'Bearer ya29.x', 'Basic b3duZXI=', 'owner', 'Bearer null'),
    'content-type': fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain'),
    'x-emulator-public': fc.constant('1'),
  },
  { requiredKeys: [] },
);

it(`answers ${RUNS} hostile requests without revealing a token or secret of another user`, async () => {
  const request = fc.record({ path, body, headers });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
      await Promise.all(
        requests.map(async (each) => {
          const answer = await fetch(`${world.emulator.url}${each.path}`, {
            method: 'POST',
            headers: each.headers,
            body: each.body,
            signal: AbortSignal.timeout(10_000),
          });
          const text = await answer.text();
          expect(answer.status).toBeLessThan(500 + (answer.status === 501 ? 2 : 0));
          expect(text).not.toContain(SECRET_OF_VICTIM);
          // A message may repeat a token that the request sent.
          const made = tokenParts(text).filter((part) => !each.body.includes(part));
          expect(made.flatMap(readSubjects)).not.toContain(VICTIM.localId);
        }),
      );
    }),
    { numRuns: RUNS / AT_ONCE },
  );
  expect(warnings).toEqual([]);
  const { body: signedIn } = await world.web('signInWithPassword', VICTIM);
  // Ten wrong guesses may have locked the account temporarily. It must be unchanged otherwise.
  await world.emulator.advanceTime(5 * 60_000);
  const again = signedIn.error ? await world.web('signInWithPassword', VICTIM) : { body: signedIn };
  expect(again.body.localId).toBe(VICTIM.localId);
}, 120_000);

function tokenParts(text: string): string[] {
  return text.match(/[\w-]{20,}/g) ?? [];
}

function readSubjects(part: string): (string | undefined)[] {
  const decoded = Buffer.from(part, 'base64url').toString();
  return [...decoded.matchAll(/"(?:sub|user_id|uid)":"([^"]*)"/g)].map(([, subject]) => subject);
}
