import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { BROWSERS } from '../api/contract/src/browsers.ts';
import { mailTexts } from '../infra/embedded/src/product/demo-accounts.ts';
import config from '../vitest.config.ts';
import { ROOT } from './step.ts';
import { tracked } from './tracked-files.ts';

const text = (file: string) => readFile(join(ROOT, file), 'utf8');
const documents = await tracked('*.md', '*.txt', ':!*third-party*');
const guides = documents.filter((file) => /(^|\/)(AGENTS|CONTRIBUTING|README)\.md$|llms\.txt$/.test(file));

/** Targets of links within this repository. Code is not a link. */
function linksIn(markdown: string): string[] {
  const prose = markdown.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors that GitHub gives to the headings of a document. */
function anchorsIn(markdown: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = [...markdown.replaceAll(/```[\s\S]*?```/g, '').matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = '']) => {
      const title = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
      const anchor = title.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-');
      const count = seen.get(anchor) ?? 0;
      seen.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    },
  );
  return new Set(anchors);
}

/** Whether a file exists and, if the link has an anchor, has that heading. */
async function leadsSomewhere(file: string, link: string): Promise<boolean> {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : join(dirname(file), path);
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsIn(await text(target)).has(anchor);
}

interface Project {
  readonly test: { readonly name: string; readonly include: readonly string[] };
}

/** Whether vitest finds test files at `path` in a project. `path` may be a folder. */
function hasTests(project: string, path: string): boolean {
  const { projects = [] } = config.test ?? {};
  const found = (projects as readonly Project[]).find(({ test }) => test.name === project);
  return found?.test.include.some((glob) => matchesGlob(path, glob) || glob.startsWith(`${path}/`)) ?? false;
}

const BENCHMARKS = ['tests/load', 'infra/emulators/tests/bench'];

/** What a document tells the reader to run, by vitest or as a benchmark, and cannot be run. */
function unknownCommands(document: string): string[] {
  const tests = [...document.matchAll(/vitest run --project (\S+) ([\w./-]+)/g)]
    .filter(([, project = '', path = '']) => !hasTests(project, path) || !existsSync(join(ROOT, path)))
    .map(([command]) => command);
  const benchmarks = [...document.matchAll(/npm run bench -- ([\w-]+)/g)]
    .filter(([, name]) => !BENCHMARKS.some((folder) => existsSync(join(ROOT, folder, `${name}.ts`))))
    .map(([command]) => command);
  return [...tests, ...benchmarks];
}

it.each(documents)('%s names only tests and benchmarks that exist', async (file) => {
  expect(unknownCommands(await text(file))).toEqual([]);
});

it.each([
  'npx vitest run --project browser api/src/app.test.ts',
  'npx vitest run --project nowhere api/src/app.test.ts',
  'npx vitest run --project unit api/src/gone.test.ts',
  'npm run bench -- gone',
])('rejects `%s` in a document', (command) => {
  expect(unknownCommands(command)).toHaveLength(1);
});

/** Files that a command or a sentence names between backticks, from the root or the document's folder. */
const pathsIn = (markdown: string) =>
  [...markdown.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code = '']) => code.split(/\s+/))
    .filter((word) => /^[\w.-]+\/[\w./-]+$/.test(word) && /^(api|web|infra|scripts|tests|docs)\//.test(word));

it('the README names the browsers that the site is built for', async () => {
  const [, chrome, edge, firefox, safari] =
    /Chrome and Edge since (?=(\d+))(\d+), Firefox since (\d+) and Safari since ([\d.]+),/.exec(
      await text('README.md'),
    ) ?? [];
  expect([`chrome${chrome}`, `edge${edge}`, `firefox${firefox}`, `safari${safari}`]).toEqual(
    BROWSERS.cssTarget,
  );
});

it.each(documents)('every link in %s leads to a file, and to a heading if it names one', async (file) => {
  const broken: string[] = [];
  for (const link of linksIn(await text(file))) if (!(await leadsSomewhere(file, link))) broken.push(link);
  expect(broken).toEqual([]);
});

it.each([
  ['docs/architecture.md#where-to-change-what', true],
  ['docs/architecture.md#nowhere', false],
  ['docs/nowhere.md', false],
  ['#the-loop', true],
])('follows the link %s of the README: %s', async (link, leads) => {
  expect(await leadsSomewhere('README.md', link)).toBe(leads);
});

it.each(documents)('%s has no line of an unfinished merge', async (file) => {
  expect(await text(file)).not.toMatch(/^(<{7}|>{7}) /m);
});

it.each(guides)('%s names only files that exist and commands that npm knows', async (file) => {
  const guide = await text(file);
  const { scripts } = JSON.parse(await text('package.json')) as { readonly scripts: object };
  const commands = [...guide.matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
    ([, run, own]) => run ?? own,
  );
  expect(commands.filter((name) => !Object.hasOwn(scripts, name ?? ''))).toEqual([]);
  const exists = (path: string) =>
    existsSync(join(ROOT, path)) || existsSync(join(ROOT, dirname(file), path));
  // Built files are named before they exist.
  expect(pathsIn(guide).filter((path) => !exists(path) && !path.includes('/dist/'))).toEqual([]);
});

it('has an owner enter the texts of mails that the console shows', async () => {
  const page = await text('docs/going-live.md');
  for (const { subject, message = '' } of Object.values<{ subject: string; message?: string }>(mailTexts))
    expect(page).toContain(`| ${subject} | ${message && `\`${message}\``}`);
});
