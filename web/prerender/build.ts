/*
 * Builds the site: the scripts, every page as HTML from the same components, and the search engine files.
 * With `--check`, everything is built and checked but not published.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from 'vite';
import { contentFaults, examplesIn } from '../src/content/content-faults.ts';
import { pageDocuments } from '../src/content/pages.ts';
import { SITE_CONTENT } from '../src/content/site-content.ts';
import { buildBootScript, buildClient, buildServer, cleanUp, publish, SITE } from './builds.ts';
import { builtFile, chunkNamed, circularChunk, listScripts } from './chunks.ts';
import { compressAll } from './compress.ts';
import { cspHash, injectedStyles } from './csp.ts';
import { renderDocument } from './document.ts';
import { pageFileName } from './file-name.ts';
import { SEARCH_FILES } from './search-files.ts';

const ENTRY = 'src/app/client.tsx';
const STYLES = 'src/app/styles.css';
/** Libraries that inject their own style sheet. */
const STYLING_LIBRARIES = ['react-calendly'];
/** They insert the sheet empty and then fill it; the browser checks the policy both times. */
const EMPTY_SHEET = '';

/** An error in the content or the pages; reported without a stack trace. */
class ContentError extends Error {}

async function extractStyles(manifest: Manifest): Promise<string> {
  const file = path.join(SITE, builtFile(manifest, STYLES));
  const styles = (await readFile(file, 'utf8')).trim();
  await rm(file);
  return styles;
}

function sheetsIn(head: string): string[] {
  return [...head.matchAll(/<style [^>]*>(.*?)<\/style>/gs)].map(([, sheet = '']) => sheet);
}

async function build(): Promise<void> {
  const faults = contentFaults(SITE_CONTENT);
  if (faults.length > 0) throw new ContentError(`The content has faults:\n${faults.join('\n')}`);
  const [manifest, bootScript] = [await buildClient(), await buildBootScript()];
  const circular = circularChunk(manifest);
  if (circular !== undefined)
    throw new Error(`The chunk ${circular} imports itself through others: see CHUNKS in vite.config.ts`);
  // The sheets are read before rendering: a module that is already loaded does not inject its style sheet again.
  const librarySheets = await injectedStyles(STYLING_LIBRARIES);
  const { PAGES, NOT_FOUND_PAGE, renderPage } = await buildServer();
  const styles = await extractStyles(manifest);

  const documents = pageDocuments();
  const pageSheets = new Set<string>();
  for (const page of [...PAGES, NOT_FOUND_PAGE]) {
    const rendered = await renderPage(page);
    for (const sheet of sheetsIn(rendered.head)) pageSheets.add(sheet);
    const document = renderDocument({
      name: page.name,
      path: page.path === '*' ? '/404' : page.path,
      title: page.title,
      ...documents[page.name],
      ...rendered,
      styles,
      bootScript,
      entry: `/${builtFile(manifest, ENTRY)}`,
      library: chunkNamed(manifest, 'react'),
      chunks: listScripts(manifest, [ENTRY, page.source]),
    });
    await writeFile(path.join(SITE, pageFileName(page.path)), document);
  }

  const hashes = {
    'script-src': [cspHash(bootScript)],
    'style-src': [styles, ...pageSheets, ...librarySheets, EMPTY_SHEET].map(cspHash),
  };
  const siblingFiles = { ...SEARCH_FILES, 'csp-hashes.json': JSON.stringify(hashes) };
  for (const [name, text] of Object.entries(siblingFiles)) await writeFile(path.join(SITE, name), text);
  await rm(path.join(SITE, '.vite'), { recursive: true });
  await compressAll(SITE);
  const examples = examplesIn(SITE_CONTENT);
  if (examples.length > 0)
    process.stderr.write(`Replace these examples before going live: ${examples.join(', ')}.\n`);
  if (!process.argv.includes('--check')) await publish();
}

try {
  await build();
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
