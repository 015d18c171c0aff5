import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../../../scripts/step.ts';
import { buildPackages } from '../../scripts/packages/build-packages.ts';
import { EMULATOR_PACKAGES } from '../../scripts/packages/emulator-packages.ts';
import { installSizeOf, installSizeText } from '../../scripts/packages/install-size.ts';
import { readManifest } from '../../scripts/packages/manifest.ts';
import type { PackedPackage } from '../../scripts/packages/pack-package.ts';
import { runInApp } from '../everywhere/quick-starts/run-example.ts';
import { launchBrowser } from '../support/browser.ts';
import { examplesOf, isPlain, PAGES } from '../support/documented-examples.ts';
import { emptyFolder, InstalledApp } from '../support/installed-app/installed-app.ts';
import { typeCard } from '../support/stripe/card-form.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { nodeProgram, RELEASES } from './node-releases.ts';

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
});
afterAll(() => folder.close());

it('builds byte-identical packages each time', async () => {
  const again = await buildPackages(join(folder.path, 'again'));
  expect(again.map(({ integrity }) => integrity)).toEqual(packages.map(({ integrity }) => integrity));
});

it('installs nothing but its own packages', async () => {
  const { packages: count, bytes } = await app.installed();
  expect(installSizeOf('@outharbor/emulators', packages)).toEqual({ packages: count, bytes });
});

it.each(EMULATOR_PACKAGES)('$workspace states its install size in its README', async ({ workspace }) => {
  const { name } = await readManifest(join(ROOT, workspace));
  const readme = await readFile(join(app.path, 'node_modules', name, 'README.md'), 'utf8');
  const [, count, megabytes] = /Installed: (\d+) packages?, ([\d.]+) MB/.exec(readme) ?? [];
  const size = installSizeOf(name, packages);
  expect(Number(count)).toBe(size.packages);
  const said = Number(megabytes);
  // Within 10% or the rounding error, so that small code changes do not require a README change.
  expect(Math.abs(size.bytes / 1e6 - said), installSizeText(size)).toBeLessThan(Math.max(0.06, said / 10));
});

it('provides types for a strictly compiled application', async () => {
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

it('starts with npx, accepts a payment in a browser and stops on Ctrl-C', async () => {
  const before = await app.files();
  const command = await app.startByNpx('stripe');
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

const examples = (await Promise.all(PAGES.map(examplesOf))).flat();

it.each(examples.filter(isPlain))('runs the example "$title"', async (example) => {
  const printed = await runInApp(example, app);
  if (example.output !== undefined) expect(printed).toBe(example.output);
});

const withoutRunner = examples.filter(({ files }) =>
  ['node-hooks.mjs', 'one-process.mjs'].includes(files[0].name),
);

describe.each(RELEASES)('on Node.js %s', (version) => {
  it('serves the Stripe and Firebase SDKs, then exits cleanly and leaves no files', async () => {
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
    expect(command.stderr()).toBe('');
  });

  it('stops when signalled right after it prints its addresses', async () => {
    const command = await app.start(nodeProgram(version), 'stripe');
    expect(await command.end()).toBe(0);
  });

  it('starts, resets and stops in a test suite', async () => {
    expect(JSON.parse(await app.run(nodeProgram(version), 'in-tests.mjs'))).toEqual([0, ['prod_a']]);
  });

  it.each(withoutRunner)('runs the hooks and namespaces example "$title"', async (example) => {
    const printed = await runInApp(example, app, nodeProgram(version));
    if (example.output !== undefined) expect(printed).toBe(example.output);
  });
});
