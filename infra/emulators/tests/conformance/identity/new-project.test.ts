import { sendPasswordResetEmail, signInAnonymously } from 'firebase/auth';
import { expect, it } from 'vitest';
import { expectAuthError } from '../../support/identity/auth-error.ts';
import { suiteWorld } from '../../support/identity/suite-world.ts';

const world = suiteWorld({ newProject: true, controlPort: 0 });

const withPasswords = () => world.emulator.configure({ signIn: { email: { enabled: true } } });
const lastLink = async () => (await world.emulator.mails()).at(-1)?.link;

it('a new project rejects every sign-in until a sign-in method is enabled', async () => {
  await expectAuthError(world.register(), 'operation-not-allowed');
  await expectAuthError(signInAnonymously(world.newClient()), 'admin-restricted-operation');
  await withPasswords();
  const { user } = await world.register();
  expect(user.isAnonymous).toBe(false);
});

it("mails links to the project's firebaseapp.com page until an action URL is set", async () => {
  await withPasswords();
  const { email } = await world.register();
  await sendPasswordResetEmail(world.newClient(), email);
  expect(await lastLink()).toMatch(/^https:\/\/demo-identity\.firebaseapp\.com\/__\/auth\/action\?/);
  await world.emulator.configure({
    notification: { sendEmail: { callbackUri: 'https://site.test/action' } },
  });
  await sendPasswordResetEmail(world.newClient(), email);
  expect(await lastLink()).toMatch(/^https:\/\/site\.test\/action\?/);
});

it('rejects a continue URL on an unauthorized domain', async () => {
  await withPasswords();
  const { email } = await world.register();
  const send = () => sendPasswordResetEmail(world.newClient(), email, { url: 'https://site.test/next' });
  await expectAuthError(send(), 'unauthorized-continue-uri');
  await world.emulator.configure({ authorizedDomains: ['site.test'] });
  await send();
});

it('the control port enables a sign-in method, and a reset disables it again', async () => {
  const answer = await fetch(`${world.emulator.controlUrl}/_emulator/configure`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ signIn: { email: { enabled: true } } }),
  });
  expect(await answer.json()).toMatchObject({ signIn: { email: { enabled: true } } });
  await world.register();
  await world.emulator.reset();
  await expectAuthError(world.register(), 'operation-not-allowed');
});
