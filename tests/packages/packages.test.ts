import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackages } from '../../scripts/packages/build-packages.ts';
import type { PackedPackage } from '../../scripts/packages/pack-package.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { emptyFolder, InstalledApp } from './installed-app.ts';
import { nodeProgram, RELEASES } from './node-releases.ts';
import { quickStarts } from './quick-starts.ts';
import { linkTestRunners, runnerFor } from './test-runners.ts';

const run = promisify(execFile);

let folder: TemporaryFolder;
let packages: readonly PackedPackage[];
let app: InstalledApp;

beforeAll(async () => {
  folder = await temporaryFolder();
  const out = join(folder.path, 'packages');
  packages = await buildPackages(out);
  const tarballs = packages.map(({ filename }) => join(out, filename));
  app = await InstalledApp.install(await emptyFolder(folder.path, 'app'), tarballs);
  await linkTestRunners(app.path);
});
afterAll(() => folder.close());

it('makes the same bytes every time', async () => {
  const again = await buildPackages(join(folder.path, 'again'));
  expect(again.map(({ integrity }) => integrity)).toEqual(packages.map(({ integrity }) => integrity));
});

it('installs the packages alone, within what the README says', async () => {
  const { packages: count, bytes } = await app.installed();
  const readme = await readFile(join(app.path, 'node_modules/@outharbor/emulators/README.md'), 'utf8');
  const [, saidPackages, saidMegabytes] = /Installed: (\d+) packages, (\d+) MB/.exec(readme) ?? [];
  expect(count).toBe(Number(saidPackages));
  expect(Math.abs(bytes / 1e6 - Number(saidMegabytes))).toBeLessThan(1);
});

it('has types for an application that is compiled strictly, whatever else it has', async () => {
  const options = { module: 'NodeNext', target: 'ES2023', strict: true, noEmit: true };
  const lib = ['ES2023', 'DOM'];
  const types = ['node'];
  await writeFile(
    join(app.path, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, lib, types }, files: ['outsider.ts'] }),
  );
  const { stdout } = await run('tsc', ['-p', app.path]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

describe('quick start', async () => {
  it.each(await quickStarts())('$file', async ({ file, code, output }) => {
    await mkdir(dirname(join(app.path, file)), { recursive: true });
    await writeFile(join(app.path, file), code);
    const printed = await app.run(process.execPath, ...runnerFor(file));
    if (output !== undefined) expect(printed).toBe(output);
  });
});

describe.each(RELEASES)('on Node.js %s', (version) => {
  it('sells, signs in and keeps a record through the SDKs, and stops without a trace', async () => {
    const node = nodeProgram(version);
    const before = await app.files();
    const command = await app.start(node);
    const answers = JSON.parse(await app.run(node, 'outsider.mjs', command.addresses));
    expect(answers).toEqual({
      productsAtFirst: [],
      page: true,
      leadsTo: true,
      payment: { payment_status: 'paid', amount_total: 1500 },
      record: { name: 'Ada' },
      widget: 200,
      console: true,
    });
    expect(await command.end()).toBe(0);
    const { stripe } = JSON.parse(command.addresses) as { readonly stripe: { readonly url: string } };
    await expect(fetch(stripe.url)).rejects.toThrow();
    expect(await app.files()).toEqual(before);
    expect(command.complaint()).toBe('');
  });

  it('ends when it is asked to as soon as it has said where it is', async () => {
    const command = await app.start(nodeProgram(version), 'stripe');
    expect(await command.end()).toBe(0);
  });

  it('starts in a test suite', async () => {
    expect(JSON.parse(await app.run(nodeProgram(version), 'in-tests.mjs'))).toEqual([0, ['prod_a']]);
  });
});
