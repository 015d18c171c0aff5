/*
 * Builds the site: scripts, then every page as HTML from the same components, then what goes beside them.
 * With `--check` it stops short of putting the result in place.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from 'vite';
import budget from '../budget.json' with { type: 'json' };
import type { Page } from '../src/app/pages.ts';
import { contentFaults, templatePages } from '../src/content/content-faults.ts';
import { pageDocuments } from '../src/content/pages.ts';
import { SITE_CONTENT } from '../src/content/site-content.ts';
import { overBudget, weigh } from './budget.ts';
import { buildBootScript, buildClient, buildServer, publish, SITE, tidyUp } from './builds.ts';
import { chunkNamed, fileOf, scriptsOf } from './chunks.ts';
import { compressAll } from './compress.ts';
import { cspHash, injectedStyles } from './csp.ts';
import { documentOf } from './document.ts';
import { fileNameOf } from './file-name.ts';
import { SEARCH_FILES } from './search-files.ts';

const ENTRY = 'src/app/client.tsx';
const STYLES = 'src/app/styles.css';
/** Libraries that add a style sheet of their own to the page. */
const STYLING_LIBRARIES = ['react-calendly'];
/** They put it into the page before they fill it, and the browser checks it both times. */
const EMPTY_SHEET = '';

/** What whoever writes the content or the pages has to mend; where the build noticed it tells nothing. */
class Refusal extends Error {}

function sourcesOf(page: Page): string[] {
  return [ENTRY, page.source];
}

async function takeStyles(manifest: Manifest): Promise<string> {
  const file = path.join(SITE, fileOf(manifest, STYLES));
  const styles = (await readFile(file, 'utf8')).trim();
  await rm(file);
  return styles;
}

function sheetsIn(head: string): string[] {
  return [...head.matchAll(/<style [^>]*>(.*?)<\/style>/gs)].map(([, sheet = '']) => sheet);
}

async function build(): Promise<void> {
  const faults = contentFaults(SITE_CONTENT);
  if (faults.length > 0) throw new Refusal(`The content has faults:\n${faults.join('\n')}`);
  const [manifest, bootScript] = [await buildClient(), await buildBootScript()];
  // Before the pages: a module that is loaded already would not show its style sheet again.
  const librarySheets = await injectedStyles(STYLING_LIBRARIES);
  const { PAGES, NOT_FOUND_PAGE, renderPage } = await buildServer();
  const styles = await takeStyles(manifest);

  const documents = pageDocuments();
  const pageSheets = new Set<string>();
  for (const page of [...PAGES, NOT_FOUND_PAGE]) {
    const rendered = await renderPage(page);
    for (const sheet of sheetsIn(rendered.head)) pageSheets.add(sheet);
    const document = documentOf({
      name: page.name,
      path: page.path === '*' ? '/404' : page.path,
      title: page.title,
      ...documents[page.name],
      ...rendered,
      styles,
      bootScript,
      entry: `/${fileOf(manifest, ENTRY)}`,
      library: chunkNamed(manifest, 'react'),
      chunks: scriptsOf(manifest, sourcesOf(page)),
    });
    await writeFile(path.join(SITE, fileNameOf(page.path)), document);
  }

  const hashes = {
    'script-src': [cspHash(bootScript)],
    'style-src': [styles, ...pageSheets, ...librarySheets, EMPTY_SHEET].map(cspHash),
  };
  const beside = { ...SEARCH_FILES, 'csp-hashes.json': JSON.stringify(hashes) };
  for (const [name, text] of Object.entries(beside)) await writeFile(path.join(SITE, name), text);
  await rm(path.join(SITE, '.vite'), { recursive: true });
  await compressAll(SITE);
  const over = overBudget(await weigh(SITE), budget);
  if (over.length > 0) throw new Refusal(`The site is too heavy:\n${over.join('\n')}`);
  for (const name of templatePages(SITE_CONTENT)) {
    process.stderr.write(`To be replaced before going live: the template \`${name}\` in content/legal.ts\n`);
  }
  if (!process.argv.includes('--check')) await publish();
}

try {
  await build();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await tidyUp();
}
