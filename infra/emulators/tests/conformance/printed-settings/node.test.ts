import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Emulators, type EmulatorsConfig, startEmulators } from '@outharbor/emulators';
import { expect, it, onTestFinished } from 'vitest';
import { sdkLines } from '../../../all/src/command/sdk-lines.ts';

const run = promisify(execFile);

async function start(config: EmulatorsConfig): Promise<Emulators> {
  const emulators = await startEmulators({ services: ['stripe', 'identity', 'database'], config });
  onTestFinished(() => emulators.close());
  return emulators;
}

/** The printed lines of one language, in the order of the services. */
function linesFor(language: string, emulators: Emulators, config: EmulatorsConfig): string[] {
  const printed = sdkLines(emulators, config).split('\n');
  return printed.filter((line) => line.startsWith(`  ${language} `)).map((line) => line.slice(9));
}

function variablesIn(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap((line) =>
      [...line.matchAll(/([A-Z_]{5,})=([^\s,]+)/g)].map((match) => [match[1], match[2]]),
    ),
  );
}

/** Runs a program with these variables only, and resolves with what it prints. */
async function node(program: string, env: Readonly<Record<string, string>>): Promise<string> {
  const args = ['--input-type=module', '-e', program];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const { stdout } = await run(process.execPath, args, {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
  });
  return stdout.trim();
}

const PERMISSIVE = { identity: { permissive: true } };

// The Admin SDK takes seconds to load on a busy machine.
it('the Admin SDK verifies tokens and cookies, signs custom tokens and writes with what is printed in permissive mode', async () => {
  const emulators = await start(PERMISSIVE);
  const lines = linesFor('Node', emulators, PERMISSIVE);
  const [, project] = /, project (\S+)/.exec(lines.join('\n')) ?? [];
  const [, databaseURL] = /, database (\S+)/.exec(lines.join('\n')) ?? [];
  const program = `
    import { initializeApp } from 'firebase-admin/app';
    import { getAuth } from 'firebase-admin/auth';
    import { getDatabase } from 'firebase-admin/database';
    initializeApp({ projectId: '${project}', databaseURL: '${databaseURL}' });
    const { uid } = await getAuth().createUser({ email: 'ada@example.com', password: 'secret123' });
    const call = async (name, body) => {
      const url = 'http://' + process.env.FIREBASE_AUTH_EMULATOR_HOST + '/identitytoolkit.googleapis.com/v1/accounts:' + name + '?key=any';
      return (await fetch(url, { method: 'POST', body: JSON.stringify({ returnSecureToken: true, ...body }) })).json();
    };
    const { idToken } = await call('signInWithPassword', { email: 'ada@example.com', password: 'secret123' });
    const custom = await call('signInWithCustomToken', { token: await getAuth().createCustomToken(uid) });
    const cookie = await getAuth().createSessionCookie(idToken, { expiresIn: 3_600_000 });
    const verified = [
      await getAuth().verifyIdToken(idToken),
      await getAuth().verifyIdToken(custom.idToken),
      await getAuth().verifySessionCookie(cookie),
    ];
    await getDatabase().ref('users/' + uid).set('Ada');
    console.log(verified.every((token) => token.uid === uid), (await getDatabase().ref('users/' + uid).get()).val());
    process.exit();`;
  expect(await node(program, variablesIn(lines))).toBe('true Ada');
}, 60_000);

it('prints the one setting that the Admin SDK for Node.js lacks where tokens are signed, and so does its error', async () => {
  const emulators = await start({});
  const [, line] = linesFor('Node', emulators, {});
  expect(line).toMatch(/^FIREBASE_AUTH_EMULATOR_HOST=\S+, project \S+$/);
  expect(linesFor('Tokens', emulators, {})).toEqual([
    'to verify or make any in Node, set identity.permissive in the configuration, or use --real-names',
  ]);
  const program = `
    import { initializeApp } from 'firebase-admin/app';
    import { getAuth } from 'firebase-admin/auth';
    initializeApp({ projectId: 'demo-project' });
    const { uid } = await getAuth().createUser({ email: 'ada@example.com' });
    const token = await getAuth().createCustomToken(uid);
    const url = 'http://' + process.env.FIREBASE_AUTH_EMULATOR_HOST + '/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=any';
    console.log((await (await fetch(url, { method: 'POST', body: JSON.stringify({ token }) })).json()).error.message);
    process.exit();`;
  expect(await node(program, variablesIn([line ?? '']))).toMatch(/permissive.*--real-names/);
}, 60_000);

it.each([['signed'], ['permissive']])(
  'the web SDK signs up and writes with what is printed in %s mode',
  async (mode) => {
    const config = mode === 'permissive' ? PERMISSIVE : {};
    const emulators = await start(config);
    const [connectAuth, connectDatabase] = linesFor('Web', emulators, config);
    const program = `
    import { initializeApp } from 'firebase/app';
    import { connectAuthEmulator, createUserWithEmailAndPassword, getAuth } from 'firebase/auth';
    import { connectDatabaseEmulator, get, getDatabase, ref, set } from 'firebase/database';
    const app = initializeApp({ apiKey: 'any', projectId: 'demo-project' });
    const auth = getAuth(app);
    ${connectAuth};
    ${connectDatabase};
    const { user } = await createUserWithEmailAndPassword(auth, 'ada@example.com', 'secret123');
    const record = ref(getDatabase(app), 'users/' + user.uid);
    await set(record, 'Ada');
    console.log((await get(record)).val());
    process.exit();`;
    // A warning of the SDK precedes it.
    expect(await node(program, {})).toMatch(/\nAda$/);
  },
);

it('the Stripe SDK for Node.js is constructed with what is printed', async () => {
  const emulators = await start({});
  const [construct] = linesFor('Node', emulators, {});
  const program = `
    import Stripe from 'stripe';
    const stripe = ${construct};
    console.log((await stripe.customers.create({ name: 'Grace' })).name);`;
  expect(await node(program, {})).toBe('Grace');
});
