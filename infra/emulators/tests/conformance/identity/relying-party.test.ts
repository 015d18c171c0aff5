import { expect, it } from 'vitest';
import { newEmail, OWNER, PASSWORD, PROJECT } from '../../support/identity/identity-world.ts';
import { suiteWorld } from '../../support/identity/suite-world.ts';

const world = suiteWorld();

const legacyPath = (name: string) => `/www.googleapis.com/identitytoolkit/v3/relyingparty/${name}`;
const asClient = (name: string, body: object) => world.call(`${legacyPath(name)}?key=demo-key`, body);

it('serves clients on the v3 paths as on the v1 paths', async () => {
  const email = newEmail();
  const { body: signedUp } = await asClient('signupNewUser', { email, password: PASSWORD });
  const { body: signedIn } = await asClient('verifyPassword', { email, password: PASSWORD });
  expect(signedIn).toMatchObject({ localId: signedUp.localId, registered: true });
  const { idToken } = signedIn;
  const old = await asClient('getAccountInfo', { idToken });
  expect(old.body.users).toMatchObject([{ localId: signedUp.localId, email }]);
  expect(old).toEqual(await world.web('lookup', { idToken }));
  expect(await asClient('setAccountInfo', { idToken, displayName: 'Ada' })).toMatchObject({
    status: 200,
    body: { displayName: 'Ada' },
  });
  expect(await asClient('deleteAccount', { idToken })).toMatchObject({ status: 200 });
  expect(await asClient('getAccountInfo', { idToken })).toMatchObject({
    body: { error: { message: 'USER_NOT_FOUND' } },
  });
});

it('imports and lists users on the v3 paths for administrators only', async () => {
  const users = [{ localId: 'one' }, { localId: 'two' }, { localId: 'three' }];
  expect(await world.call(legacyPath('uploadAccount'), { users }, OWNER)).toMatchObject({
    body: { error: [] },
  });
  const page = await world.call(legacyPath('downloadAccount'), { maxResults: 2 }, OWNER);
  expect(page.body).toMatchObject({
    users: [{ localId: 'one' }, { localId: 'three' }],
    nextPageToken: 'three',
  });
  const { nextPageToken } = page.body;
  const rest = await world.call(
    legacyPath('downloadAccount'),
    { nextPageToken, targetProjectId: PROJECT },
    OWNER,
  );
  expect(rest.body).toMatchObject({ users: [{ localId: 'two' }] });
  for (const name of ['uploadAccount', 'downloadAccount']) {
    expect(await asClient(name, { users }), name).toMatchObject({ status: 401 });
    const fromThePublic = { 'x-emulator-public': '1' };
    const answer = await world.call(`${legacyPath(name)}?key=demo-key`, { users }, fromThePublic);
    expect(answer, name).toMatchObject({ status: 403 });
  }
});

it('rejects a target project other than that of the credential', async () => {
  const body = { targetProjectId: 'somebody-elses' };
  expect(await world.call(legacyPath('downloadAccount'), body, OWNER)).toMatchObject({ status: 404 });
  expect(await asClient('createAuthUri', body)).toMatchObject({ status: 400 });
});

it('accepts the numeric request types that the Android SDK sends', async () => {
  const ask = (requestType: unknown) =>
    world.call(
      legacyPath('getOobConfirmationCode'),
      { email: newEmail(), requestType, returnOobLink: true },
      OWNER,
    );
  expect((await ask(6)).body.oobLink).toContain('mode=signIn');
  for (const number of [-1, 9, 1.5, 1e300]) expect(await ask(number)).toMatchObject({ status: 400 });
  expect(await ask(0)).toMatchObject({ body: { error: { message: 'MISSING_REQ_TYPE' } } });
});
