import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import manifest from '../../../all/package.json' with { type: 'json' };
import { startLocalServer } from '../../support/local-server.ts';
import { testFolder } from '../../support/test-folder.ts';

const COMMAND = fileURLToPath(new URL(`../../../all/${manifest.bin.emulators}`, import.meta.url));

/** The watch on outgoing connections is a TypeScript module that every Node.js process would load first. */
const { NODE_OPTIONS: _, ...withoutNodeOptions } = process.env;

/** Runs a command; resolves with its exit code and the lines on standard error. */
async function runToFailure(args: readonly string[], nodeOptions: readonly string[] = [], command = COMMAND) {
  const child = execFile(process.execPath, ['--no-warnings', ...nodeOptions, command, ...args], {
    env: withoutNodeOptions,
  });
  let text = '';
  child.stderr?.on('data', (chunk: string) => {
    text += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, lines: text.trimEnd().split('\n') };
}

const AS_NODE_18 = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'18.20.8'})";

it('says in one line that a port is in use', async () => {
  const { port, close } = await startLocalServer(createServer());
  const folder = await testFolder();
  onTestFinished(close);
  const file = join(folder, 'emulators.json');
  await writeFile(file, JSON.stringify({ stripe: { port } }));
  expect(await runToFailure(['stripe', '--config', file])).toEqual({
    code: 1,
    lines: [
      `emulators: Port ${port} of 127.0.0.1 is in use (EADDRINUSE): stop the program that listens there, or choose another port, in the config or with --free-ports`,
    ],
  });
});

it.each([
  ['a missing config', ['--config', 'nowhere.json'], 'emulators: nowhere.json does not exist'],
  ['a missing module', ['--config', 'nowhere.mjs'], 'emulators: nowhere.mjs does not exist'],
  ['an unknown option', ['--prot'], "emulators: Unknown option '--prot'. See emulators --help."],
  [
    'an address of another machine',
    ['stripe', '--host', '203.0.113.9'],
    'emulators: 203.0.113.9 is not an address of this machine (EADDRNOTAVAIL)',
  ],
  ['a config that is a folder', ['--config', '.'], 'emulators: . is a folder: name a file in it'],
  [
    'a file to save that is below a file, before the start',
    ['--save', `${COMMAND}/state.json`],
    `emulators: ${COMMAND} is or is below a file, not a folder (EEXIST)`,
  ],
  [
    'a recording that is below a file, before the first call',
    ['--record', `${COMMAND}/stripe.json`],
    `emulators: ${COMMAND} is or is below a file, not a folder (EEXIST)`,
  ],
  ['a missing recording', ['--compare', 'nowhere.json'], 'emulators: nowhere.json does not exist'],
])('says in one line what is wrong with %s', async (_what, args, line) => {
  expect((await runToFailure(args)).lines).toEqual([line]);
});

it.each([
  [
    'a recording that is no JSON',
    'recording.json',
    '{',
    '--compare',
    /^emulators: \S+recording\.json cannot be used: /,
  ],
  [
    'a config that imports a missing module',
    'config.mjs',
    "import './gone.mjs';",
    '--config',
    /gone\.mjs does not exist$/,
  ],
])('names the file at fault in %s', async (_what, name, content, option, line) => {
  const folder = await testFolder();
  await writeFile(join(folder, name), content);
  const { lines } = await runToFailure([option, join(folder, name)]);
  expect(lines).toEqual([expect.stringMatching(line)]);
});

it('says in one line that Node.js is too old', async () => {
  expect(await runToFailure(['--version'], ['--import', AS_NODE_18])).toEqual({
    code: 1,
    lines: ['emulators: Node.js 18.20.8 is too old: install 20.19, 22.12 or later'],
  });
});

it.each([
  ['emulators', 'all/bin/emulators.mjs'],
  ['database emulator', 'database/bin/database-emulator.mjs'],
  ['identity emulator', 'identity/bin/identity-emulator.mjs'],
  ['stripe emulator', 'stripe/bin/stripe-emulator.mjs'],
  ['scheduling emulator', 'scheduling/bin/scheduling-emulator.mjs'],
  ['console', 'console/bin/console.mjs'],
])('says in one line that Node.js runs no TypeScript: %s', async (name, file) => {
  const command = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  expect(await runToFailure([], ['--no-strip-types'], command)).toEqual({
    code: 1,
    lines: [`${name}: Node.js ${process.versions.node} does not run TypeScript: install 24 or later`],
  });
});

it('writes a compile cache for the next start', async () => {
  const folder = await testFolder();
  const { PATH } = process.env;
  const run = promisify(execFile)(process.execPath, ['--no-warnings', COMMAND, '--version'], {
    env: { PATH, TMPDIR: folder },
  });
  expect((await run).stdout.trim()).toBe(manifest.version);
  expect(await readdir(folder)).toEqual(['node-compile-cache']);
});
