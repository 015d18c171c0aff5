import { execFile } from 'node:child_process';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import Stripe from 'stripe';
import { beforeAll, expect, it } from 'vitest';
import { EMULATOR_PACKAGES } from '../../../scripts/packages/emulator-packages.ts';
import { installSizeText, measureInstallSize } from '../../../scripts/packages/install-size.ts';
import { readManifest } from '../../../scripts/packages/manifest.ts';
import type { PackedPackage } from '../../../scripts/packages/pack-package.ts';
import { launchBrowser } from '../../support/browser.ts';
import { isPlain, PAGES, readExamples } from '../../support/documented-examples.ts';
import { appFolder, emptyFolder, type InstalledApp } from '../../support/installed-app/installed-app.ts';
import { installPackages } from '../../support/installed-app/installed-packages.ts';
import { describeOnNode } from '../../support/installed-app/node-suite.ts';
import { ROOT } from '../../support/repository-root.ts';
import { runInApp } from '../../support/run-example.ts';
import { typeCard } from '../../support/stripe/card-form.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);

const folder = suiteFixture(temporaryFolder);
let packages: readonly PackedPackage[];
let tarballs: readonly string[];
let app: InstalledApp;

beforeAll(async () => {
  ({ packages, tarballs, app } = await installPackages(folder.path));
});

it('installs nothing but its own packages', async () => {
  const { packages: count, bytes } = await app.installed();
  expect(measureInstallSize('@outharbor/emulators', packages)).toEqual({ packages: count, bytes });
});

it.each(EMULATOR_PACKAGES)('$workspace states its install size in its README', async ({ workspace }) => {
  const { name } = await readManifest(join(ROOT, workspace));
  const readme = await readFile(join(app.path, 'node_modules', name, 'README.md'), 'utf8');
  const [, count, megabytes] = /Installed: (\d+) packages?, ([\d.]+) MB/.exec(readme) ?? [];
  const size = measureInstallSize(name, packages);
  expect(Number(count)).toBe(size.packages);
  const said = Number(megabytes);
  // Within 10% or the rounding error, so that small code changes do not require a README change.
  expect(Math.abs(size.bytes / 1e6 - said), installSizeText(size)).toBeLessThan(Math.max(0.06, said / 10));
});

it('installs beside an old Stripe SDK', async () => {
  const beside = await emptyFolder(folder.path, 'old-sdk');
  await writeFile(join(beside, 'package.json'), '{"dependencies":{"stripe":"file:./sdk"}}');
  await writeFile(
    join(await emptyFolder(beside, 'sdk'), 'package.json'),
    '{"name":"stripe","version":"8.222.0"}',
  );
  await run('npm', ['install', '--offline', '--dry-run', '--no-audit', ...tarballs], { cwd: beside });
});

it.each(['stripe-11', 'stripe'])(
  'provides types for a strictly compiled application with %s',
  async (sdk) => {
    const place = join(app.path, 'node_modules', 'stripe');
    await rm(place);
    await symlink(appFolder(sdk), place);
    const options = { module: 'NodeNext', target: 'ES2023', strict: true, noEmit: true };
    const lib = ['ES2023', 'DOM'];
    const types = ['node'];
    await writeFile(
      join(app.path, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...options, lib, types }, files: ['outsider.ts'] }),
    );
    const { stdout } = await run('tsc', ['-p', app.path]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  },
);

it.each(EMULATOR_PACKAGES)('$workspace can be published and carries its licence', async ({ workspace }) => {
  const { name } = await readManifest(join(ROOT, workspace));
  const installed = join(app.path, 'node_modules', name);
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ license: 'MIT', publishConfig: { provenance: true } });
  expect(manifest.private).toBeUndefined();
  expect(manifest.keywords.length).toBeGreaterThan(3);
  expect(await readFile(join(installed, 'LICENSE'), 'utf8')).toMatch(/^MIT License/);
});

it.each(EMULATOR_PACKAGES)('$workspace gives notice of every package it carries', async ({ workspace }) => {
  const { name } = await readManifest(join(ROOT, workspace));
  const lib = join(app.path, 'node_modules', name, 'lib');
  const modules = (await readdir(lib)).filter((file) => file.endsWith('.js'));
  const code = await Promise.all(modules.map((file) => readFile(join(lib, file), 'utf8')));
  // The bundler writes the origin of each module above it.
  const origins = code.join('').matchAll(/^\/\/ (?:\.\.\/)*node_modules\/((?:@[^/]+\/)?[^/]+)/gm);
  const carried = new Set([...origins].map(([, origin]) => origin));
  if (name === '@outharbor/console') carried.add('preact');
  const notices = await readFile(join(lib, '../THIRD-PARTY-NOTICES.txt'), 'utf8');
  const named = new Set([...notices.matchAll(/^(\S+) \d\S* \([\w.-]+\)$/gm)].map(([, each]) => each));
  expect([...carried].filter((each) => !named.has(each))).toEqual([]);
});

it('publishes a font with its licence', () => {
  const files = packages.flatMap(({ name, files }) => files.map(({ path }) => `${name}/${path}`));
  const folders = files.filter((file) => file.endsWith('.woff2')).map((file) => dirname(file));
  expect(folders.length).toBeGreaterThan(0);
  for (const folder of folders) expect(files).toContain(`${folder}/OFL.txt`);
});

it('holds only modules, declarations, pages and documents', () => {
  const expected =
    /^(package\.json|README\.md|CHANGELOG\.md|SECURITY\.md|LICENSE|THIRD-PARTY-NOTICES\.txt|bin\/[\w-]+\.mjs|(lib|dist)\/.+)$/;
  for (const { filename, files } of packages)
    expect(
      files.map(({ path }) => path).filter((path) => !expected.test(path)),
      filename,
    ).toEqual([]);
});

it('gives CommonJS the same modules as ES modules', async () => {
  await writeFile(
    join(app.path, 'both.cjs'),
    `const names = ${JSON.stringify(packages.map(({ name }) => name))};
    Promise.all(names.map(async (name) => {
      const [required, imported] = [require(name), await import(name)];
      return Object.keys(imported).filter((key) => key !== 'default' && imported[key] !== required[key]);
    })).then((different) => process.stdout.write(JSON.stringify(different.flat())));`,
  );
  expect(await app.run(process.execPath, 'both.cjs')).toBe('[]');
});

it('provides types for a strictly compiled CommonJS application', async () => {
  await writeFile(
    join(app.path, 'common.cts'),
    packages.map(({ name }, index) => `import module${index} = require('${name}');`).join('\n') +
      `\nimport { startStripeEmulator, type StripeEmulator } from '@outharbor/stripe-emulator';
      export const emulator: Promise<StripeEmulator> = startStripeEmulator({ port: 0 });
      export const modules: readonly object[] = [${packages.map((_, index) => `module${index}`)}];\n`,
  );
  const options = { module: 'Node16', target: 'ES2023', strict: true, noEmit: true, types: ['node'] };
  await writeFile(
    join(app.path, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, lib: ['ES2023', 'DOM'] }, files: ['common.cts'] }),
  );
  const { stdout } = await run('tsc', ['-p', app.path]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

it('starts with npx, accepts a payment in a browser and stops on Ctrl-C', { tags: 'chromium' }, async () => {
  const before = await app.files();
  const command = await app.startByNpx('SIGINT', 'stripe');
  const { stripe: at } = JSON.parse(command.addresses) as { readonly stripe: { readonly url: string } };
  const { hostname: host, port } = new URL(at.url);
  const stripe = new Stripe('sk_test_emulated', { host, port: Number(port), protocol: 'http' });
  const book = { currency: 'eur', unit_amount: 1500, product_data: { name: 'A book' } };
  const { id, url } = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price_data: book, quantity: 1 }],
    success_url: `${at.url}/thanks`,
    customer_email: 'ada@example.com',
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(String(url));
    await typeCard(page, '4242424242424242');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL('**/thanks');
  } finally {
    await browser.close();
  }
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
  await command.end();
  await expect(fetch(at.url)).rejects.toThrow();
  expect(await app.files()).toEqual(before);
});

it('stops when npx alone is told to, which passes the signal to its shell only', async () => {
  const command = await app.startByNpx('SIGTERM', 'stripe');
  const { stripe: at } = JSON.parse(command.addresses) as { readonly stripe: { readonly url: string } };
  await command.end();
  await expect(fetch(at.url)).rejects.toThrow();
});

const examples = (await Promise.all(PAGES.map(readExamples))).flat();

it.each(examples.filter(isPlain))('runs the example "$title"', async (example) => {
  const printed = await runInApp(example, app);
  if (example.output !== undefined) expect(printed).toBe(example.output);
});

describeOnNode(() => app, { version: process.versions.node, program: process.execPath });
