import { getAuth, type UpdateProjectConfigRequest } from 'firebase-admin/auth';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OWNER, PROJECT, startIdentityWorld } from '../../support/identity/identity-world.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const world = suiteFixture(startIdentityWorld);

interface Config {
  readonly signIn: {
    readonly email: { readonly enabled: boolean };
    readonly anonymous: { readonly enabled: boolean };
    readonly hashConfig: Readonly<Record<string, unknown>>;
  };
  readonly authorizedDomains?: readonly string[];
  readonly error?: { readonly status: string; readonly message: string };
}

async function call(path: string, method = 'GET', body?: object) {
  const answer = await fetch(`${world.emulator.url}/identitytoolkit.googleapis.com${path}`, {
    method,
    headers: { ...OWNER, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Config };
}

const CONFIG = `/admin/v2/projects/${PROJECT}/config`;
const ANONYMOUS_OFF = { signIn: { anonymous: { enabled: false }, email: { enabled: false } } };

describe('the configuration at /admin/v2', () => {
  it('is the same as at /v2, and says how passwords are hashed', async () => {
    const { status, body } = await call(CONFIG);
    expect({ status, body }).toEqual(await call(`/v2/projects/${PROJECT}/config`));
    expect(body).toMatchObject({ name: `projects/${PROJECT}/config` });
    expect(body.signIn.hashConfig).toEqual({
      algorithm: 'SCRYPT',
      signerKey: expect.stringMatching(/^[\w+/]{86}==$/),
      saltSeparator: 'Bw==',
      rounds: 8,
      memoryCost: 1,
    });
  });

  it('changes only what the mask names, in either spelling', async () => {
    onTestFinished(() => world.emulator.reset());
    const { body } = await call(`${CONFIG}?updateMask=signIn.anonymous.enabled`, 'PATCH', ANONYMOUS_OFF);
    expect([body.signIn.anonymous.enabled, body.signIn.email.enabled]).toEqual([false, true]);
    expect((await world.web('signUp', {})).body.error?.message).toBe('ADMIN_ONLY_OPERATION');
    const domains = await call(`${CONFIG}?update_mask=authorized_domains`, 'PATCH', {
      authorizedDomains: ['shop.example'],
      ...ANONYMOUS_OFF,
    });
    expect(domains.body).toMatchObject({
      authorizedDomains: ['shop.example'],
      signIn: { email: { enabled: true } },
    });
  });

  it('returns a setting to its default that the mask names and the body lacks', async () => {
    onTestFinished(() => world.emulator.reset());
    await call(`${CONFIG}?updateMask=signIn`, 'PATCH', ANONYMOUS_OFF);
    const { body } = await call(`${CONFIG}?updateMask=signIn.anonymous.enabled`, 'PATCH', {});
    expect([body.signIn.anonymous.enabled, body.signIn.email.enabled]).toEqual([true, false]);
  });

  it.each([
    ['monitoring', '?updateMask=monitoring', { monitoring: { requestLogging: {} } }],
    ['signIn.phoneNumber.testPhoneNumbers.+4930', '?updateMask=signIn.phoneNumber', testPhone('+4930')],
    ['recaptchaConfig.mood', '', { recaptchaConfig: { mood: 'AUDIT' } }],
    ['quota', '?updateMask=authorizedDomains,quota', { authorizedDomains: [] }],
  ])('answers 501 for the setting %s, and changes nothing', async (name, query, change) => {
    const before = await call(CONFIG);
    const { status, body } = await call(`${CONFIG}${query}`, 'PATCH', change);
    expect([status, body.error?.message]).toEqual([501, expect.stringContaining(`the setting ${name}`)]);
    expect(await call(CONFIG)).toEqual(before);
  });

  it('takes back what it has shown', async () => {
    const { body } = await call(CONFIG);
    expect(await call(CONFIG, 'PATCH', body)).toEqual({ status: 200, body });
  });

  it('is what the Admin SDK changes', async () => {
    onTestFinished(() => world.emulator.reset());
    const manager = getAuth(world.admin).projectConfigManager();
    await manager.updateProjectConfig({ emailPrivacyConfig: { enableImprovedEmailPrivacy: false } });
    expect((await call(CONFIG)).body).toMatchObject({
      emailPrivacyConfig: { enableImprovedEmailPrivacy: false },
    });
    const stored = {
      smsRegionConfig: { allowByDefault: { disallowedRegions: ['AC'] } },
      recaptchaConfig: { emailPasswordEnforcementState: 'AUDIT', useAccountDefender: true },
    };
    await manager.updateProjectConfig(stored as UpdateProjectConfigRequest);
    expect(await manager.getProjectConfig()).toMatchObject(stored);
    await call(`${CONFIG}?updateMask=smsRegionConfig`, 'PATCH', {});
    expect((await call(CONFIG)).body).toMatchObject({
      smsRegionConfig: {},
      recaptchaConfig: stored.recaptchaConfig,
    });
  });
});

function testPhone(number: string) {
  return { signIn: { phoneNumber: { enabled: true, testPhoneNumbers: { [number]: '123456' } } } };
}
