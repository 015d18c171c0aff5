import { verifyBeforeUpdateEmail } from 'firebase/auth';
import { describe, expect, it } from 'vitest';
import { adminPath, newEmail, OWNER, PASSWORD, PROJECT } from '../../support/identity/identity-world.ts';
import { suiteWorld } from '../../support/identity/suite-world.ts';

const ACCOUNT = { providerId: 'google.com', rawId: 'somebody-at-google', email: 'linked@example.com' };

describe.each([
  { name: 'by default', permissive: false },
  { name: 'in permissive mode', permissive: true },
])('$name', ({ permissive }) => {
  const world = suiteWorld({ permissive });

  async function signUp(email = newEmail()) {
    const { body } = await world.web('signUp', { email, password: PASSWORD });
    return { email, idToken: String(body.idToken), refreshToken: String(body.refreshToken) };
  }

  async function configure(config: object, updateMask?: string) {
    const mask = updateMask === undefined ? '' : `?updateMask=${updateMask}`;
    const path = `${world.emulator.url}/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config${mask}`;
    const answer = await fetch(path, { method: 'PATCH', headers: OWNER, body: JSON.stringify(config) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  it('returns a numeric project ID on token refresh', async () => {
    const { refreshToken } = await signUp();
    expect((await world.refresh(refreshToken)).body.project_id).toMatch(/^\d+$/);
  });

  it('rejects the refresh token of a deleted user', async () => {
    const { idToken, refreshToken } = await signUp();
    await world.web('delete', { idToken });
    const message = permissive ? 'INVALID_REFRESH_TOKEN' : 'USER_NOT_FOUND';
    expect((await world.refresh(refreshToken)).body.error?.message).toBe(message);
  });

  it('setting validSince ends every other session', async () => {
    const { idToken, refreshToken } = await signUp();
    await world.emulator.advanceTime(2000);
    const { body } = await world.web('update', { idToken, validSince: '0' });
    expect((await world.refresh(refreshToken)).body.error?.message).toBe('TOKEN_EXPIRED');
    expect(await world.web('lookup', { idToken })).toMatchObject({
      body: { error: { message: 'TOKEN_EXPIRED' } },
    });
    expect(await world.web('lookup', { idToken: body.idToken })).toMatchObject({ status: 200 });
  });

  it(`${permissive ? 'links' : 'ignores'} a provider account that users claim for themselves`, async () => {
    const { idToken } = await signUp();
    const { body } = await world.web('update', { idToken, linkProviderUserInfo: ACCOUNT });
    const linked = (body.providerUserInfo as { providerId: string }[]).map(({ providerId }) => providerId);
    expect(linked).toEqual(permissive ? ['google.com', 'password'] : ['password']);
    if (!permissive) return;
    const other = await signUp();
    expect(
      await world.web('update', { idToken: other.idToken, linkProviderUserInfo: ACCOUNT }),
    ).toMatchObject({ body: { error: { message: 'FEDERATED_USER_ID_ALREADY_LINKED' } } });
    for (const [missing, code] of [
      ['rawId', 'MISSING_RAW_ID'],
      ['providerId', 'MISSING_PROVIDER_ID'],
    ] as const) {
      const linkProviderUserInfo = { ...ACCOUNT, [missing]: undefined };
      const answer = await world.web('update', { idToken, linkProviderUserInfo });
      expect(answer.body.error?.message).toBe(code);
    }
  });

  it(`${permissive ? 'sends no mail' : 'sends a mail'} to the old email after a confirmed change`, async () => {
    const { user } = await world.register();
    await verifyBeforeUpdateEmail(user, newEmail());
    const [mail] = await world.emulator.mails();
    await world.web('update', { oobCode: mail?.code });
    const types = (await world.emulator.mails()).map(({ type }) => type);
    expect(types).toEqual(permissive ? [] : ['RECOVER_EMAIL']);
  });

  it('spends the code of a change to an email that has been taken since', async () => {
    const { user } = await world.register();
    const newAddress = newEmail();
    await verifyBeforeUpdateEmail(user, newAddress);
    const [mail] = await world.emulator.mails();
    await signUp(newAddress);
    const apply = async () => (await world.web('update', { oobCode: mail?.code })).body.error?.message;
    expect(await apply()).toBe('EMAIL_EXISTS');
    expect(await apply()).toBe('INVALID_OOB_CODE');
  });

  it('reports an imported provider that has only a federatedId', async () => {
    const users = [{ localId: 'one', providerUserInfo: [{ federatedId: 'https://id.example/one' }] }];
    const { body } = await world.call(adminPath('/accounts:batchCreate'), { users }, OWNER);
    expect(body.error).toMatchObject([{ index: 0, message: expect.stringContaining('federatedId') }]);
  });

  it('stores which credentials are forwarded, and rejects blocking functions, which it never calls', async () => {
    const forwarding = { forwardInboundCredentials: { idToken: true } };
    const mask = 'blockingFunctions.forwardInboundCredentials.idToken';
    expect((await configure({ blockingFunctions: forwarding }, mask)).body.blockingFunctions).toEqual(
      forwarding,
    );
    for (const [triggers, status] of [
      [{ beforeLunch: { functionUri: 'http://localhost' } }, 400],
      [{ beforeCreate: { functionUri: 'not a URI' } }, 400],
      [{ beforeCreate: {} }, 400],
      [{ beforeCreate: { functionUri: 'http://localhost' } }, 501],
    ] as const) {
      expect((await configure({ blockingFunctions: { triggers } })).status).toBe(status);
    }
  });

  it(`${permissive ? 'resets omitted settings to their defaults' : 'keeps omitted settings'} in an update without a mask`, async () => {
    await configure({ signIn: { allowDuplicateEmails: true } });
    const { body } = await configure({});
    expect(body.signIn).toMatchObject({ allowDuplicateEmails: !permissive });
  });

  it(`returns ${permissive ? 'only' : 'more than'} the sign-in settings of the official emulator`, async () => {
    const { body } = await configure({ signIn: { allowDuplicateEmails: true } });
    const official = { allowDuplicateEmails: true };
    if (permissive) expect(body.signIn).toEqual(official);
    else expect(body.signIn).toMatchObject({ ...official, email: { enabled: true } });
  });

  it(`${permissive ? 'rejects' : 'accepts'} null as the list of second factors`, async () => {
    const { idToken } = await signUp();
    const { body: found } = await world.web('lookup', { idToken });
    const [{ localId }] = found.users as [{ localId: string }];
    const answer = await world.call(
      adminPath('/accounts:update'),
      { localId, mfa: { enrollments: null } },
      OWNER,
    );
    const message = 'Invalid JSON payload received. /mfa/enrollments must be array';
    if (permissive) expect(answer).toMatchObject({ status: 400, body: { error: { message } } });
    else expect(answer.status).toBe(200);
  });

  it(`${permissive ? 'ignores' : 'rejects'} unknown settings`, async () => {
    expect((await configure({}, 'displayName')).status).toBe(permissive ? 200 : 501);
  });
});
