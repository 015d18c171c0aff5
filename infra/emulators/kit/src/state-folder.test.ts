import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { testFolder } from '../../tests/support/test-folder.ts';
import { STATE_VERSION } from './saved-state.ts';
import { openStateFolder } from './state-folder.ts';

const MODULE = new URL('state-folder.ts', import.meta.url).href;

const newFolder = async (name = '') => join(await testFolder(), name);

/** Opens it for the test; `close` may come first. */
async function open(folder: string) {
  const opened = await openStateFolder(folder);
  onTestFinished(() => opened.close().catch(() => undefined));
  return opened;
}

it('marks an empty folder with the version, and opens it again', async () => {
  const folder = await newFolder('new/state');
  await (await openStateFolder(folder)).close();
  expect(readFileSync(join(folder, 'version.json'), 'utf8')).toBe(`{"version":${STATE_VERSION}}\n`);
  writeFileSync(join(folder, 'stripe.jsonl'), '');
  await (await openStateFolder(folder)).close();
  expect(readdirSync(folder)).toEqual(['stripe.jsonl', 'version.json']);
});

it.each([
  ['without a version', undefined, 'an earlier version'],
  ['of an earlier version', '{"version":0}\n', 'an earlier version'],
  ['of a newer version', `{"version":${STATE_VERSION + 1}}\n`, 'a newer version'],
  ['with a damaged version', '{"ver', 'an earlier version'],
])('refuses state %s in one sentence and leaves it as it is', async (_, version, writer) => {
  const folder = await newFolder();
  mkdirSync(join(folder, 'stripe'));
  if (version !== undefined) writeFileSync(join(folder, 'version.json'), version);
  const before = readdirSync(folder);
  await expect(openStateFolder(folder)).rejects.toThrow(
    `The state in ${folder} was written by ${writer} of the emulators: start without it (npm start -- --fresh, or --reset), or use the release that wrote it.`,
  );
  expect(readdirSync(folder)).toEqual(before);
});

it('takes no notice of what is not state', async () => {
  const folder = await newFolder();
  mkdirSync(join(folder, 'lost+found'));
  for (const name of ['.gitignore', 'notes.txt']) writeFileSync(join(folder, name), 'mine');
  await open(folder);
  expect(existsSync(join(folder, 'version.json'))).toBe(true);
});

it('empties a folder on request, but none that is in use', async () => {
  const folder = await newFolder();
  mkdirSync(join(folder, 'stripe'));
  const opened = await openStateFolder(folder, { fresh: true });
  expect(readdirSync(folder).toSorted()).toEqual(['lock', 'version.json']);
  mkdirSync(join(folder, 'stripe'));
  await expect(openStateFolder(folder, { fresh: true })).rejects.toThrow('Another process is using');
  expect(existsSync(join(folder, 'stripe'))).toBe(true);
  await opened.close();
});

it.each([
  ['', 'state'],
  [' with a long path', `${'a'.repeat(60)}/${'b'.repeat(60)}`],
])('lets one process at a time use a folder%s, until it is killed', async (_, name) => {
  const folder = await newFolder(name);
  const program = `const { openStateFolder } = await import(process.argv[1]);
    await openStateFolder(process.argv[2]); console.log('open'); setInterval(() => {}, 1000)`;
  const args = ['--input-type=module', '--no-warnings', '-e', program, MODULE, folder];
  const first = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void first.kill('SIGKILL'));
  await once(first.stdout, 'data');
  await expect(openStateFolder(folder)).rejects.toThrow(
    `Another process is using the state in ${folder}: stop it first, or choose another folder.`,
  );
  await expect(promisify(execFile)(process.execPath, args)).rejects.toThrow('Another process');
  first.kill('SIGKILL');
  await once(first, 'exit');
  await open(folder);
});
