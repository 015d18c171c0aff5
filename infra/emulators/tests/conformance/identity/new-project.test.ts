import { createUserWithEmailAndPassword, sendPasswordResetEmail, signInAnonymously } from 'firebase/auth';
import { expect, it } from 'vitest';
import { expectAuthError } from '../../support/identity/auth-error.ts';
import { newEmail } from '../../support/identity/identity-world.ts';
import { suiteWorld } from '../../support/identity/suite-world.ts';

const PASSWORD = 'correct horse';

const world = suiteWorld({ newProject: true, controlPort: 0 });

const register = (email = newEmail()) => createUserWithEmailAndPassword(world.newClient(), email, PASSWORD);
const withPasswords = () => world.emulator.configure({ signIn: { email: { enabled: true } } });
const lastLink = async () => (await world.emulator.mails()).at(-1)?.link;

it('a new project rejects every sign-in until a sign-in method is enabled', async () => {
  await expectAuthError(register(), 'operation-not-allowed');
  await expectAuthError(signInAnonymously(world.newClient()), 'admin-restricted-operation');
  await withPasswords();
  const { user } = await register();
  expect(user.isAnonymous).toBe(false);
});

it("mails links to the project's firebaseapp.com page until an action URL is set", async () => {
  await withPasswords();
  const email = newEmail();
  await register(email);
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
  const email = newEmail();
  await register(email);
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
  await register();
  await world.emulator.reset();
  await expectAuthError(register(), 'operation-not-allowed');
});
