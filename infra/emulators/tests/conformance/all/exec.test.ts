import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { suiteFixture } from '../../support/suite-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const COMMAND = fileURLToPath(new URL('../../../all/bin/emulators.mjs', import.meta.url));
const folder = suiteFixture(temporaryFolder);
const OWNER = "-s -H 'authorization: Bearer owner' -H 'content-type: application/json'";

/** Starts the command in a folder of the suite, which also is its home. */
function start(args: readonly string[], place = '.', env: NodeJS.ProcessEnv = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const cwd = join(folder.path, place);
  const child = execFile(process.execPath, ['--no-warnings', COMMAND, ...args], {
    ...{ cwd, env: { PATH, NODE_COMPILE_CACHE, HOME: cwd, TMPDIR: folder.path, ...env } },
  });
  const output = { out: '', err: '' };
  child.stdout?.on('data', (text: string) => {
    output.out += text;
  });
  child.stderr?.on('data', (text: string) => {
    output.err += text;
  });
  const ended = once(child, 'close').then(([status]) => ({ status, ...output }));
  return { child, ended };
}

const run = (...given: Parameters<typeof start>) => start(...given).ended;

it('runs a program with the variables of the named services, and ends with its status', async () => {
  const program = `
    const { STRIPE_URL, STRIPE_SECRET_KEY, FIREBASE_AUTH_EMULATOR_HOST, NO_PROXY, no_proxy } = process.env;
    const answer = await fetch(STRIPE_URL + '/v1/balance', { headers: { authorization: 'Bearer ' + STRIPE_SECRET_KEY } });
    console.log(answer.status, FIREBASE_AUTH_EMULATOR_HOST, NO_PROXY === no_proxy, no_proxy);
    process.exit(7);`;
  const args = ['--', process.execPath, '--input-type=module', '-e', program];
  expect(
    await run(['exec', 'stripe', '--free-ports', ...args], '.', {
      HTTP_PROXY: 'http://127.0.0.1:9',
      NO_PROXY: 'x',
    }),
  ).toEqual({ status: 7, out: '200 undefined true x,localhost,127.0.0.1,::1\n', err: '' });
});

it.each([
  [
    'a program that does not exist',
    ['exec', 'stripe', '--free-ports', '--', 'nosuch', 'x'],
    127,
    'emulators: nosuch does not exist\n',
  ],
  ['no program', ['exec', 'stripe'], 2, 'emulators: Say what to run: emulators exec -- npm test\n'],
  [
    'an emulator of firebase-tools alone',
    ['emulators:exec', 'true', '--only', 'functions'],
    2,
    'emulators: There is no emulator functions. Choose from stripe, identity, database, scheduling, console.\n',
  ],
  [
    'an import that does not exist',
    ['emulators:exec', 'true', '--import', 'nowhere'],
    1,
    'emulators: nowhere does not exist\n',
  ],
  [
    'an export without a folder',
    ['emulators:exec', 'true', '--export-on-exit'],
    1,
    'emulators: --export-on-exit needs a folder, or --import to take its folder from\n',
  ],
  [
    'an export in place of the folder itself',
    ['emulators:exec', 'true', '--export-on-exit=.'],
    1,
    'emulators: --export-on-exit must not name the current folder or one above it\n',
  ],
] as const)('says in one line what is wrong with %s', async (_what, args, status, err) => {
  expect(await run(args)).toEqual({ status, out: '', err });
});

const READ_CONFIG =
  'curl -s -g -o /dev/null -w "%{http_code}" http://$FIREBASE_AUTH_EMULATOR_HOST/emulator/v1/projects/x/config';
const ADA = '{ "identity": { "users": [{ "email": "ada@example.com", "password": "secret123" }] } }';
const [PROXY, BELOW_FILE] = ['http://127.0.0.1:9', `${COMMAND}/nowhere`];
const NO_FOLDER = /^emulators: \S+nowhere\S* is or is below a file, not a folder \(\w+\)\n$/;

interface Machine {
  readonly what: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly place?: string;
  /** What it says instead of starting. */
  readonly reason?: RegExp;
}

const MACHINES: readonly Machine[] = [
  { what: 'an IPv6 address', args: ['--host', '::1', '--https', '--real-names'] },
  { what: 'a proxy for everything', env: { NODE_USE_ENV_PROXY: '1', http_proxy: PROXY, HTTP_PROXY: PROXY } },
  { what: 'a path with a space', place: 'a b', args: ['--https', '--state', 'state of it'] },
  { what: 'no home and no folder for temporary files', env: { HOME: BELOW_FILE, TMPDIR: BELOW_FILE } },
  { what: 'no folder for an authority', env: { TMPDIR: BELOW_FILE }, args: ['--https'], reason: NO_FOLDER },
  { what: 'no folder for its state', args: ['--state', BELOW_FILE], reason: NO_FOLDER },
];

it.each(MACHINES)('starts, or says in one line why not, with $what', { tags: 'curl' }, async (machine) => {
  const { args = [], env, place = '.', reason } = machine;
  await mkdir(join(folder.path, place), { recursive: true });
  await writeFile(join(folder.path, place, 'users.json'), ADA);
  const given = ['exec', 'identity', '--free-ports', '--config', 'users.json', ...args, '--', READ_CONFIG];
  const { status, out, err } = await run(given, place, env);
  expect([status, out]).toEqual(reason ? [1, ''] : [0, '200']);
  expect(err).toMatch(reason ?? /^$/);
});

it('reads firebase.json as firebase-tools does, answers as its hub, and leaves an export and nothing else', {
  tags: 'curl',
}, async () => {
  const place = join(folder.path, 'shop');
  await mkdir(join(place, 'test'), { recursive: true });
  const files = {
    // Below the ephemeral ports.
    'firebase.json': `{ /* ours */ "database": { "rules": "rules.json" },
      "emulators": { "auth": { "port": 21341 }, "database": { "port": 21342 }, "hub": { "port": 21343 }, "firestore": {} } }`,
    '.firebaserc': '{ "projects": { "default": "demo-shop" } }',
    'rules.json': '{ "rules": { "open": { ".read": true } } }',
    'control.json': '{ "identity": { "controlPort": 0 }, "database": { "controlPort": 0 } }',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(place, name), content);
  const script = `
    curl -s http://$FIREBASE_EMULATOR_HUB/emulators
    curl -s http://$FIREBASE_DATABASE_EMULATOR_HOST/closed.json http://demo-shop-default-rtdb.localhost:21342/open.json
    curl ${OWNER} -X PUT -d '{"a":1}' "http://localhost:21342/open.json?ns=demo-shop-default-rtdb"
    curl ${OWNER} -o user.json -d '{"email":"ada@example.com","password":"secret123"}' http://$FIREBASE_AUTH_EMULATOR_HOST/identitytoolkit.googleapis.com/v1/projects/$GCLOUD_PROJECT/accounts`;
  const args = ['--config', '../control.json', '--export-on-exit=../saved'];
  const { status, out, err } = await run(['emulators:exec', script, ...args], 'shop/test');
  expect(err).toMatch(/^emulators: firebase\.json also names firestore: /);
  expect(status).toBe(0);
  const [hub = '', ...rest] = out.split(/(?<=\}\})/);
  expect(JSON.parse(hub)).toMatchObject({
    auth: { host: '127.0.0.1', port: 21_341 },
    database: { port: 21_342 },
  });
  expect(rest.join('')).toBe('{"error":"Permission denied"}null{"a":1}');
  expect(await readdir(join(place, 'test'))).toEqual(['user.json']);
  expect(await readdir(folder.path)).not.toContain('hub-demo-shop.json');
  expect(await readFile(join(place, 'saved/database_export/demo-shop-default-rtdb.json'), 'utf8')).toBe(
    '{"open":{"a":1}}',
  );
  expect(await readFile(join(place, 'saved/auth_export/accounts.json'), 'utf8')).toContain('ada@example.com');
});

it('imports an export of firebase-tools with passwords, and replaces it', { tags: 'curl' }, async () => {
  const saved = join(folder.path, 'export');
  await mkdir(join(saved, 'auth_export'), { recursive: true });
  await mkdir(join(saved, 'database_export'));
  const files = {
    'firebase-export-metadata.json':
      '{ "auth": { "path": "auth_export" }, "database": { "path": "database_export" } }',
    'auth_export/config.json': '{ "signIn": { "allowDuplicateEmails": true } }',
    'auth_export/accounts.json': JSON.stringify({
      users: [
        {
          localId: 'ada',
          email: 'ada@example.com',
          passwordHash: 'fakeHash:salt=s:password=secret123',
          salt: 's',
        },
      ],
    }),
    'database_export/demo-shop-default-rtdb.json': '{ "a": { ".value": 1, ".priority": 2 } }',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(saved, name), content);
  const script = `
    curl ${OWNER} -d '{"email":"ada@example.com","password":"secret123"}' "http://$FIREBASE_AUTH_EMULATOR_HOST/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any" | tr -d " " | grep -o '"localId":"[a-z]*"'
    curl ${OWNER} "http://$FIREBASE_DATABASE_EMULATOR_HOST/.json?format=export"`;
  const args = [
    'emulators:exec',
    script,
    '--free-ports',
    '--project',
    'demo-shop',
    '--import',
    'export',
    '--export-on-exit',
  ];
  const expected = { status: 0, err: '', out: '"localId":"ada"\n{"a":{".value":1,".priority":2}}' };
  expect(await run(args)).toEqual(expected);
  expect(await run(args), 'from what the first run wrote').toEqual(expected);
});

it('ends what the script started when it is told to end', async () => {
  const { child, ended } = start([
    'exec',
    'database',
    '--free-ports',
    '--',
    'sh',
    '-c',
    'sleep 600 & echo $!; wait',
  ]);
  const [text] = (await once(child.stdout ?? child, 'data')) as [string];
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ status: 143, err: '' });
  // Without an init process it stays in the list as a zombie.
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', text.trim()]).catch(() => ({
    stdout: '',
  }));
  expect(stdout).toMatch(/^(Z.*)?\s*$/);
});
