const PROJECT = 'demo-fields';
const TOOLKIT = '/identitytoolkit.googleapis.com';
const ADMIN = `${TOOLKIT}/v1/projects/${PROJECT}`;
const V2 = `${TOOLKIT}/v2/projects/${PROJECT}`;
const TOOLS = `/emulator/v1/projects/${PROJECT}`;
const PASSWORD = 'secret123';

type Json = Readonly<Record<string, unknown>>;
/** What earlier calls answered, by their names. */
type Answers = Readonly<Record<string, { readonly [field: string]: string }>>;
type Body = Json | URLSearchParams | ((answers: Answers) => Json | URLSearchParams);
type Call = readonly [name: string, request: string, body?: Body];

const client = (name: string) => `POST ${TOOLKIT}/v1/accounts:${name}?key=any`;
const factors = (name: string) => `POST ${TOOLKIT}/v2/accounts/${name}?key=any`;
const signedIn = (more: Json = {}) => ({ returnSecureToken: true, ...more });
const person = (name: string, more: Json = {}) =>
  signedIn({ email: `${name}@example.com`, password: PASSWORD, ...more });
const token =
  (of: string, more: Json = {}) =>
  (answers: Answers) =>
    signedIn({ idToken: answers[of]?.idToken, ...more });
const idp = (provider: string, claims: Json) =>
  signedIn({
    requestUri: 'http://localhost',
    returnIdpCredential: true,
    postBody: `providerId=${provider}&id_token=${encodeURIComponent(JSON.stringify(claims))}`,
  });
const custom = (uid: string) => signedIn({ token: JSON.stringify({ uid, claims: { role: 'x' } }) });
const GOOGLE = { sub: 'g1', email: 'g@example.com', email_verified: true, name: 'G', picture: 'http://x/p' };

/** Calls that both Auth emulators have, in an order in which each finds what it needs. */
export const CALLS: readonly Call[] = [
  ['config of the emulator', `GET ${TOOLS}/config`],
  ['change it', `PATCH ${TOOLS}/config`, { signIn: { allowDuplicateEmails: false } }],
  ['projects', `GET ${TOOLKIT}/v1/projects?key=any`],
  ['recaptchaParams', `GET ${TOOLKIT}/v1/recaptchaParams?key=any`],
  ['signUp', client('signUp'), person('ada', { displayName: 'Ada' })],
  ['signUp anonymous', client('signUp'), signedIn()],
  ['signUp without tokens', client('signUp'), { email: 'no@example.com', password: PASSWORD }],
  [
    'signUp links',
    client('signUp'),
    (all) => person('linked', { idToken: all['signUp anonymous']?.idToken }),
  ],
  ['signUp again', client('signUp'), person('ada')],
  ['signUp weak', client('signUp'), person('weak', { password: '1' })],
  ['signInWithPassword', client('signInWithPassword'), person('ada')],
  ['signInWithPassword wrong', client('signInWithPassword'), person('ada', { password: 'wrong123' })],
  ['signInWithPassword unknown', client('signInWithPassword'), person('nobody')],
  ['signInWithCustomToken', client('signInWithCustomToken'), custom('custom-1')],
  ['signInWithCustomToken again', client('signInWithCustomToken'), custom('custom-1')],
  ['lookup', client('lookup'), token('signUp')],
  ['lookup custom', client('lookup'), token('signInWithCustomToken')],
  ['lookup bad token', client('lookup'), { idToken: 'x' }],
  ['update profile', client('update'), token('signUp', { displayName: 'Ada L', photoUrl: 'http://x/p' })],
  ['update password', client('update'), token('signUp', { password: 'secret456' })],
  ['update email', client('update'), token('update password', { email: 'ada2@example.com' })],
  ['update deletes', client('update'), token('update email', { deleteAttribute: ['DISPLAY_NAME'] })],
  [
    'refresh',
    '/securetoken.googleapis.com/v1/token?key=any',
    (all) =>
      new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: String(all['update email']?.refreshToken),
      }),
  ],
  [
    'refresh bad',
    '/securetoken.googleapis.com/v1/token?key=any',
    new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' }),
  ],
  [
    'createAuthUri',
    client('createAuthUri'),
    { identifier: 'ada2@example.com', continueUri: 'http://localhost' },
  ],
  [
    'createAuthUri unknown',
    client('createAuthUri'),
    { identifier: 'x@example.com', continueUri: 'http://localhost' },
  ],
  [
    'createAuthUri provider',
    client('createAuthUri'),
    { providerId: 'google.com', continueUri: 'http://localhost' },
  ],
  ['sendOobCode reset', client('sendOobCode'), { requestType: 'PASSWORD_RESET', email: 'ada2@example.com' }],
  ['sendOobCode verify', client('sendOobCode'), token('update email', { requestType: 'VERIFY_EMAIL' })],
  [
    'sendOobCode change',
    client('sendOobCode'),
    token('update email', { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'ada3@example.com' }),
  ],
  [
    'sendOobCode sign-in',
    client('sendOobCode'),
    {
      requestType: 'EMAIL_SIGNIN',
      email: 'link@example.com',
      continueUrl: 'http://localhost',
      canHandleCodeInApp: true,
    },
  ],
  [
    'sendOobCode admin',
    `POST ${ADMIN}/accounts:sendOobCode`,
    { requestType: 'PASSWORD_RESET', email: 'no@example.com', returnOobLink: true },
  ],
  ['oobCodes', `GET ${TOOLS}/oobCodes`],
  ['resetPassword checks', client('resetPassword'), (all) => ({ oobCode: codeOf(all, 'PASSWORD_RESET') })],
  [
    'resetPassword',
    client('resetPassword'),
    (all) => ({ oobCode: codeOf(all, 'PASSWORD_RESET'), newPassword: 'secret789' }),
  ],
  ['resetPassword bad', client('resetPassword'), { oobCode: 'x', newPassword: 'secret789' }],
  ['update verifies', client('update'), (all) => ({ oobCode: codeOf(all, 'VERIFY_EMAIL') })],
  ['update changes', client('update'), (all) => ({ oobCode: codeOf(all, 'VERIFY_AND_CHANGE_EMAIL') })],
  [
    'signInWithEmailLink',
    client('signInWithEmailLink'),
    (all) => ({ email: 'link@example.com', oobCode: codeOf(all, 'EMAIL_SIGNIN') }),
  ],
  ['lookup link', client('lookup'), token('signInWithEmailLink')],
  ['signInWithIdp', client('signInWithIdp'), idp('google.com', GOOGLE)],
  ['signInWithIdp again', client('signInWithIdp'), idp('google.com', GOOGLE)],
  [
    'signInWithIdp facebook',
    client('signInWithIdp'),
    idp('facebook.com', { sub: 'f1', email: 'f@example.com' }),
  ],
  [
    'signInWithIdp confirms',
    client('signInWithIdp'),
    idp('facebook.com', { sub: 'f2', email: 'no@example.com' }),
  ],
  [
    'signInWithIdp links',
    client('signInWithIdp'),
    (all) => ({ ...idp('google.com', { sub: 'g2' }), idToken: all['signInWithCustomToken again']?.idToken }),
  ],
  ['lookup provider', client('lookup'), token('signInWithIdp')],
  ['update unlinks', client('update'), token('signInWithIdp links', { deleteProvider: ['google.com'] })],
  [
    'sendVerificationCode',
    client('sendVerificationCode'),
    { phoneNumber: '+15555550100', recaptchaToken: 'x' },
  ],
  ['verificationCodes', `GET ${TOOLS}/verificationCodes`],
  [
    'signInWithPhoneNumber',
    client('signInWithPhoneNumber'),
    (all) => ({
      sessionInfo: all.sendVerificationCode?.sessionInfo,
      code: listed(all.verificationCodes, 'verificationCodes')[0]?.code,
    }),
  ],
  ['lookup phone', client('lookup'), token('signInWithPhoneNumber')],
  [
    'admin create',
    `POST ${ADMIN}/accounts`,
    { localId: 'made', email: 'made@example.com', password: PASSWORD, emailVerified: true },
  ],
  ['admin create again', `POST ${ADMIN}/accounts`, { localId: 'made' }],
  ['admin lookup', `POST ${ADMIN}/accounts:lookup`, { localId: ['made'] }],
  ['admin lookup none', `POST ${ADMIN}/accounts:lookup`, { localId: ['nobody'] }],
  [
    'admin update',
    `POST ${ADMIN}/accounts:update`,
    {
      localId: 'made',
      displayName: 'M',
      disableUser: true,
      customAttributes: '{"a":1}',
      phoneNumber: '+15555550101',
    },
  ],
  ['admin query', `POST ${ADMIN}/accounts:query`, { returnUserInfo: true }],
  ['admin query count', `POST ${ADMIN}/accounts:query`, { returnUserInfo: false }],
  [
    'admin batchCreate',
    `POST ${ADMIN}/accounts:batchCreate`,
    { users: [{ localId: 'batch', email: 'batch@example.com', rawPassword: PASSWORD }, { email: 'x' }] },
  ],
  ['admin batchGet', `GET ${ADMIN}/accounts:batchGet?maxResults=100`],
  ['admin batchDelete', `POST ${ADMIN}/accounts:batchDelete`, { localIds: ['batch', 'made'] }],
  [
    'createSessionCookie',
    `POST ${ADMIN}:createSessionCookie`,
    (all) => ({ idToken: all['signInWithIdp again']?.idToken, validDuration: '3600' }),
  ],
  ['admin delete', `POST ${ADMIN}/accounts:delete`, { localId: 'custom-1' }],
  ['config', `GET ${V2}/config`],
  [
    'change config',
    `PATCH ${V2}/config?updateMask=mfa`,
    { mfa: { state: 'ENABLED', enabledProviders: ['PHONE_SMS'] } },
  ],
  ['factor person', client('signUp'), person('mfa')],
  [
    'factor verified',
    `POST ${ADMIN}/accounts:update`,
    (all) => ({ localId: all['factor person']?.localId, emailVerified: true }),
  ],
  ['factor sign-in', client('signInWithPassword'), person('mfa')],
  [
    'mfaEnrollment:start',
    factors('mfaEnrollment:start'),
    (all) => ({
      idToken: all['factor sign-in']?.idToken,
      phoneEnrollmentInfo: { phoneNumber: '+15555550102', recaptchaToken: 'x' },
    }),
  ],
  ['factor codes', `GET ${TOOLS}/verificationCodes`],
  [
    'mfaEnrollment:finalize',
    factors('mfaEnrollment:finalize'),
    (all) => ({
      idToken: all['factor sign-in']?.idToken,
      phoneVerificationInfo: {
        sessionInfo: inside(all['mfaEnrollment:start'], 'phoneSessionInfo').sessionInfo,
        code: listed(all['factor codes'], 'verificationCodes').at(-1)?.code,
      },
    }),
  ],
  ['factor pending', client('signInWithPassword'), person('mfa')],
  [
    'mfaSignIn:start',
    factors('mfaSignIn:start'),
    (all) => ({
      mfaPendingCredential: all['factor pending']?.mfaPendingCredential,
      mfaEnrollmentId: listed(all['factor pending'], 'mfaInfo')[0]?.mfaEnrollmentId,
      phoneSignInInfo: { recaptchaToken: 'x' },
    }),
  ],
  ['factor codes again', `GET ${TOOLS}/verificationCodes`],
  [
    'mfaSignIn:finalize',
    factors('mfaSignIn:finalize'),
    (all) => ({
      mfaPendingCredential: all['factor pending']?.mfaPendingCredential,
      phoneVerificationInfo: {
        sessionInfo: inside(all['mfaSignIn:start'], 'phoneResponseInfo').sessionInfo,
        code: listed(all['factor codes again'], 'verificationCodes').at(-1)?.code,
      },
    }),
  ],
  ['lookup factor', client('lookup'), token('mfaSignIn:finalize')],
  [
    'mfaEnrollment:withdraw',
    factors('mfaEnrollment:withdraw'),
    (all) => ({
      idToken: all['mfaSignIn:finalize']?.idToken,
      mfaEnrollmentId: listed(all['factor pending'], 'mfaInfo')[0]?.mfaEnrollmentId,
    }),
  ],
  ['tenant create', `POST ${V2}/tenants`, { displayName: 'acme', allowPasswordSignup: true }],
  ['tenant get', `GET ${V2}/tenants/{tenant}`],
  ['tenant list', `GET ${V2}/tenants`],
  ['tenant patch', `PATCH ${V2}/tenants/{tenant}?updateMask=displayName`, { displayName: 'acme2' }],
  ['tenant signUp', client('signUp'), (all) => person('tenant', { tenantId: tenantOf(all) })],
  ['tenant lookup', `POST ${ADMIN}/tenants/{tenant}/accounts:lookup`, { email: ['tenant@example.com'] }],
  ['tenant delete', `DELETE ${V2}/tenants/{tenant}`],
  ['delete', client('delete'), token('signInWithPhoneNumber')],
  ['delete all', `DELETE ${TOOLS}/accounts`],
];

const inside = (answer: unknown, name: string) => ((answer as Json | undefined)?.[name] ?? {}) as Json;
const listed = (answer: unknown, name: string) =>
  ((answer as Json | undefined)?.[name] ?? []) as readonly Json[];
const codeOf = (all: Answers, type: string) =>
  listed(all.oobCodes, 'oobCodes').find(({ requestType }) => requestType === type)?.oobCode;
const tenantOf = (all: Answers) => all['tenant create']?.name?.split('/').at(-1) ?? '';

/** The status and the path and type of each field of every answer, by the name of the call. */
export async function readFields(url: string): Promise<Record<string, readonly string[]>> {
  const answers: Record<string, { readonly [field: string]: string }> = {};
  const fields: Record<string, readonly string[]> = {};
  for (const [name, request, given] of CALLS) {
    const [method = '', path = ''] = request.startsWith('/') ? ['POST', request] : request.split(' ');
    const body = typeof given === 'function' ? given(answers) : given;
    const isForm = body instanceof URLSearchParams;
    const headers = {
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(!path.includes('?key=') && { authorization: 'Bearer owner' }),
    };
    const answer = await fetch(url + path.replace('{tenant}', tenantOf(answers)), {
      ...{ method, headers },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const json = (await answer.json()) as { readonly [field: string]: string };
    answers[name] = json;
    fields[name] = [String(answer.status), ...new Set(listFields(json, ''))].toSorted();
  }
  return fields;
}

function listFields(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => listFields(each, `${path}[]`));
  if (typeof value !== 'object' || value === null)
    return [`${path}: ${value === null ? 'null' : typeof value}`];
  const entries = Object.entries(value);
  if (entries.length === 0) return [`${path}: {}`];
  return entries.flatMap(([name, each]) => listFields(each, path === '' ? name : `${path}.${name}`));
}
