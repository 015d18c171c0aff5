import { readFile } from 'node:fs/promises';

export type GoingLivePage = Awaited<ReturnType<typeof readGoingLive>>;

const HEADING = /^## (.+)$/m;
const BLOCK = /^( *)```\n(.*?)^ *```$/gms;

/** Reads the commands and variables of docs/going-live.md. */
export async function readGoingLive() {
  const page = await readPage('going-live.md');
  return {
    /** Code blocks of the section with this heading, verbatim. */
    commandsUnder: (heading: string) => blocksIn(findSection(page, heading)),
    commands: blocksIn(page),
    /** Names in the table of step 5, in order. */
    variables: variablesIn(findSection(page, '5. Secrets and settings')),
  };
}

/** Code blocks of a section of docs/runbook.md, verbatim. */
export async function readRunbookCommands(heading: string): Promise<readonly string[]> {
  return blocksIn(findSection(await readPage('runbook.md'), heading));
}

const readPage = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

function findSection(page: string, heading: string): string {
  const parts = page.split(HEADING);
  const section = parts[parts.indexOf(heading) + 1];
  if (section === undefined || !parts.includes(heading)) throw new Error(`There is no section ${heading}.`);
  return section;
}

const blocksIn = (text: string) =>
  [...text.matchAll(BLOCK)].map(([, indent = '', block = '']) =>
    block.replaceAll(`\n${indent}`, '\n').trim(),
  );

/** Names in the first cell of each row, which may contain several. */
const variablesIn = (text: string) =>
  [...text.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
  );
