import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './step.ts';
import { tracked } from './tracked-files.ts';

const text = (file: string) => readFile(join(ROOT, file), 'utf8');
const documents = await tracked('*.md', '*.txt', ':!*third-party*');
const guides = documents.filter((file) => /(^|\/)(AGENTS|CONTRIBUTING|README)\.md$|llms\.txt$/.test(file));

/** Targets of links to files of this repository. Code is not a link. */
function linksIn(markdown: string): string[] {
  const prose = markdown.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

/** Files that a command or a sentence names between backticks, from the root or the document's folder. */
const pathsIn = (markdown: string) =>
  [...markdown.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code = '']) => code.split(/\s+/))
    .filter((word) => /^[\w.-]+\/[\w./-]+$/.test(word) && /^(api|web|infra|scripts|tests|docs)\//.test(word));

it.each(documents)('every link in %s leads to a file', async (file) => {
  const broken = linksIn(await text(file)).filter((target) => !existsSync(join(ROOT, dirname(file), target)));
  expect(broken).toEqual([]);
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
