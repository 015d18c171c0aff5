import {
  createUserWithEmailAndPassword,
  signInAnonymously,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  validatePassword,
} from 'firebase/auth';
import { getAuth, type Tenant } from 'firebase-admin/auth';
import { describe, expect, it } from 'vitest';
import { expectAuthError } from '../../support/identity/auth-error.ts';
import {
  adminPath,
  newEmail,
  OWNER,
  PASSWORD,
  REFRESH_PATH,
  webPath,
} from '../../support/identity/identity-world.ts';
import { suiteWorld } from '../../support/identity/suite-world.ts';

const world = suiteWorld();

const manager = () => getAuth(world.admin).tenantManager();
const newTenant = (displayName = 'north') =>
  manager().createTenant({ displayName, emailSignInConfig: { enabled: true, passwordRequired: true } });

function createClient({ tenantId }: Tenant) {
  const auth = world.newClient();
  auth.tenantId = tenantId;
  return auth;
}

const register = (tenant: Tenant, email = newEmail()) =>
  createUserWithEmailAndPassword(createClient(tenant), email, PASSWORD);

describe('the Admin SDK', () => {
  it('creates, updates, lists and deletes tenants', async () => {
    const { tenantId } = await newTenant('north');
    await newTenant('south');
    expect(await manager().getTenant(tenantId)).toMatchObject({ tenantId, displayName: 'north' });
    const changed = await manager().updateTenant(tenantId, { anonymousSignInEnabled: true });
    expect(changed).toMatchObject({ anonymousSignInEnabled: true, displayName: 'north' });
    const { tenants, pageToken } = await manager().listTenants(1);
    expect(tenants.map((each) => each.tenantId)).toEqual([tenantId]);
    expect((await manager().listTenants(10, pageToken)).tenants).toHaveLength(1);
    await manager().deleteTenant(tenantId);
    await expectAuthError(manager().getTenant(tenantId), 'tenant-not-found');
  });

  it('reports unsupported settings of a tenant instead of ignoring them', async () => {
    const { tenantId } = await newTenant();
    const numbers = { testPhoneNumbers: { '+4930123456': '123456' } };
    await expect(manager().updateTenant(tenantId, numbers)).rejects.toThrow('testPhoneNumbers');
    const regions = { smsRegionConfig: { allowlistOnly: { allowedRegions: ['FR'] } } };
    expect(await manager().updateTenant(tenantId, regions)).toMatchObject(regions);
  });

  it('sets the password policy and the enumeration protection of one tenant', async () => {
    const { tenantId } = await newTenant();
    const passwordPolicyConfig = {
      enforcementState: 'ENFORCE',
      constraints: { minLength: 20 },
    } as const;
    const changed = await manager().updateTenant(tenantId, {
      passwordPolicyConfig,
      emailPrivacyConfig: { enableImprovedEmailPrivacy: false },
    });
    expect(changed.passwordPolicyConfig).toMatchObject(passwordPolicyConfig);
    const auth = createClient(changed);
    expect(await validatePassword(auth, PASSWORD)).toMatchObject({ isValid: false });
    await expectAuthError(
      createUserWithEmailAndPassword(auth, newEmail(), PASSWORD),
      'password-does-not-meet-requirements',
    );
    await expectAuthError(signInWithEmailAndPassword(auth, newEmail(), PASSWORD), 'user-not-found');
    expect(await validatePassword(world.newClient(), PASSWORD)).toMatchObject({ isValid: true });
  });

  it('manages only the users of one tenant', async () => {
    const north = await newTenant();
    const south = await newTenant();
    const { uid } = await manager().authForTenant(north.tenantId).createUser({ email: newEmail() });
    expect(await manager().authForTenant(north.tenantId).getUser(uid)).toMatchObject({
      tenantId: north.tenantId,
    });
    for (const auth of [manager().authForTenant(south.tenantId), getAuth(world.admin)]) {
      await expectAuthError(auth.getUser(uid), 'user-not-found');
    }
  });
});

describe('a user of a tenant', () => {
  it('has an email that is unique in the tenant, and a token that names the tenant', async () => {
    const north = await newTenant();
    const email = newEmail();
    const { user } = await register(north, email);
    expect((await user.getIdTokenResult(true)).claims).toMatchObject({
      firebase: { tenant: north.tenantId },
    });
    await expectAuthError(register(north, email), 'email-already-in-use');
    const other = await register(await newTenant(), email);
    expect(other.user.uid).not.toBe(user.uid);
    await expectAuthError(
      signInWithEmailAndPassword(world.newClient(), email, PASSWORD),
      'invalid-credential',
    );
  });

  it('is rejected by every other tenant, whatever the request says', async () => {
    const [north, south] = [await newTenant(), await newTenant()];
    const { user } = await register(north);
    const idToken = await user.getIdToken();
    const uid = { localId: user.uid };
    // The UID is the same in both, so that only the tenant distinguishes them.
    await manager().authForTenant(south.tenantId).createUser({ uid: user.uid });
    for (const fields of [
      { idToken, tenantId: south.tenantId },
      { refresh_token: user.refreshToken, grant_type: 'refresh_token', tenantId: south.tenantId },
    ]) {
      const path = 'idToken' in fields ? webPath('lookup') : REFRESH_PATH;
      expect((await world.call(path, fields)).body.error?.message).toBe('TENANT_ID_MISMATCH');
    }
    const inPath = adminPath(`/tenants/${south.tenantId}/accounts:lookup`);
    const answer = await world.call(inPath, { ...uid, tenantId: north.tenantId }, OWNER);
    expect(answer.body.error?.message).toBe('TENANT_ID_MISMATCH');
  });

  it('signs in only with a custom token of the tenant', async () => {
    const north = await newTenant();
    const ofTenant = getAuth(world.signer).tenantManager().authForTenant(north.tenantId);
    await signInWithCustomToken(createClient(north), await ofTenant.createCustomToken('somebody'));
    const ofProject = await getAuth(world.signer).createCustomToken('somebody');
    await expectAuthError(signInWithCustomToken(createClient(north), ofProject), 'tenant-id-mismatch');
  });

  it('cannot sign up with a disabled or deleted tenant', async () => {
    const { tenantId } = await newTenant();
    const lookUp = async () => (await world.web('signUp', { tenantId })).body.error?.message;
    const path = `/identitytoolkit.googleapis.com/v2/projects/demo-identity/tenants/${tenantId}`;
    await fetch(`${world.emulator.url}${path}?updateMask=disableAuth`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', ...OWNER },
      body: JSON.stringify({ disableAuth: true }),
    });
    expect(await lookUp()).toBe('PROJECT_DISABLED');
    await manager().deleteTenant(tenantId);
    expect(await lookUp()).toBe('TENANT_NOT_FOUND');
  });
});

it('a new tenant rejects every sign-in until a method is enabled, and phones at all times', async () => {
  const tenant = await manager().createTenant({});
  await expectAuthError(register(tenant), 'operation-not-allowed');
  await expectAuthError(signInAnonymously(createClient(tenant)), 'admin-restricted-operation');
  const fields = { phoneNumber: '+15555550100', tenantId: tenant.tenantId };
  const { body } = await world.web('sendVerificationCode', fields);
  expect(body.error?.message).toBe('UNSUPPORTED_TENANT_OPERATION');
});

it.each(['../../users', '..', 'a/b', '', '%E0%A4%A', `t${'x'.repeat(200)}`])(
  'has no tenant %j, and creates none of that name',
  async (name) => {
    const inBody = await world.web('signUp', { tenantId: name });
    if (name !== '') expect(inBody.body.error?.message).toBe('TENANT_NOT_FOUND');
    const path = `/identitytoolkit.googleapis.com/v2/projects/demo-identity/tenants/${name}`;
    const answer = await fetch(`${world.emulator.url}${path}`, { headers: OWNER });
    expect([200, 400, 404, 501]).toContain(answer.status);
    expect((await manager().listTenants()).tenants).toHaveLength(0);
  },
);
