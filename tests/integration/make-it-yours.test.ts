import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type TemporaryFolder,
  temporaryFolder,
} from '../../infra/emulators/tests/support/temporary-folder.ts';

/* Follows docs/make-it-yours.md in a copy of the site. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
let copy: TemporaryFolder;
const folder = () => copy.path;

const CONTENT = 'web/src/content';
type Edit = readonly [file: string, before: string | RegExp, after: string];

const EDITS: readonly Edit[] = [
  [`${CONTENT}/brand.ts`, /name: '[^']*'/, "name: 'Bluewater'"],
  [`${CONTENT}/brand.ts`, /legalName: '[^']*'/, "legalName: 'Bluewater GmbH'"],
  [`${CONTENT}/brand.ts`, /origin: '[^']*'/, "origin: 'https://www.bluewater.test'"],
  [`${CONTENT}/brand.ts`, /email: '[^']*'/, "email: 'ahoy@bluewater.test'"],
  [`${CONTENT}/claims.ts`, "'25+'", "'30+'"],
  [
    `${CONTENT}/faq.ts`,
    /\n\];/,
    "\n  { id: 6, question: 'A sixth question?', answer: [{ p: 'A sixth answer.' }] },\n];",
  ],
  [`${CONTENT}/clients.ts`, /\n {2}\{\n {4}name: 'Tallgrove',[^}]*\},/, ''],
  [`${CONTENT}/legal.ts`, /template: true/g, 'template: false'],
  ['web/src/ui/tokens.css', '#f7f3ea', '#f1f7f9'],
  ['web/src/ui/tokens.css', '#bf3a14', '#0b5cad'],
  ['api/contract/src/plans.ts', '[500, 1000, 1499]', '[600, 1100, 1600]'],
  ['api/contract/src/plans.ts', 'price: 500', 'price: 600'],
  ['api/contract/src/plans.ts', 'price: 1000', 'price: 1100'],
  ['api/contract/src/plans.ts', 'price: 1499', 'price: 1600'],
];

async function apply([file, before, after]: Edit): Promise<void> {
  const path = join(folder(), file);
  const text = await readFile(path, 'utf8');
  const edited = text.replace(before, after);
  if (edited === text) throw new Error(`${file} has no ${before}`);
  await writeFile(path, edited);
}

/** Copies the site and the contract, and links the installed libraries. */
async function copySite(): Promise<void> {
  const libraries = join(folder(), 'node_modules');
  await mkdir(join(libraries, '@outharbor'), { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== '@outharbor' && !name.startsWith('.'))
      await symlink(join(ROOT, 'node_modules', name), join(libraries, name));
  }
  await symlink(join(folder(), 'api/contract'), join(libraries, '@outharbor/contract'));
  for (const part of ['web', 'api/contract', 'tsconfig.base.json']) {
    await cp(join(ROOT, part), join(folder(), part), {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist)$/.test(path),
    });
  }
}

async function build(): Promise<string> {
  const running = promisify(execFile)(process.execPath, ['prerender/build.ts'], {
    cwd: join(folder(), 'web'),
    env: { PATH: process.env.PATH },
  });
  return (await running.catch((error: { readonly stderr: string }) => error)).stderr;
}

/** Reads a built page without the comments that React puts between text nodes. */
const built = async (name: string) =>
  (await readFile(join(folder(), 'web/dist', name), 'utf8')).replaceAll('<!-- -->', '');

describe('a customised copy', () => {
  beforeAll(async () => {
    copy = await temporaryFolder();
    await copySite();
    for (const edit of EDITS) await apply(edit);
  });
  afterAll(() => copy.close());

  it('builds and mentions no other brand', async () => {
    expect(await build()).not.toMatch(/too heavy|faults|template|Error/);
    const names = (await readdir(join(folder(), 'web/dist'))).filter((name) =>
      /\.(html|xml|txt|webmanifest)$/.test(name),
    );
    expect(names).toEqual(expect.arrayContaining(['index.html', 'sitemap.xml', 'site.webmanifest']));
    for (const name of names) expect(await built(name), name).not.toMatch(/Outharbor|outharbor\.example/);
  });

  it('shows the new name, numbers, colours, questions, clients and prices', async () => {
    const [home, faq, pricing] = await Promise.all(['index.html', 'faq.html', 'subscribe.html'].map(built));
    expect(home).toContain('© 2023 Bluewater');
    expect(home).toContain('Prepared for 30+ sales calls');
    expect(home).toMatch(/#f1f7f9.*#0b5cad/s);
    expect(home?.match(/class="client /g)).toHaveLength(4);
    expect(faq?.match(/<details/g)).toHaveLength(6);
    expect(faq).toContain('ahoy@bluewater.test');
    for (const price of ['$600', '$1,100', '$1,600']) expect(pricing).toContain(price);
    expect(pricing).toContain('Basic 600, Popular 1100 and Icebreaker 1600 US dollars a month');
  });
});
