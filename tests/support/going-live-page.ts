import { readFile } from 'node:fs/promises';

export interface GoingLivePage {
  /** Code blocks of the section with this heading, verbatim. */
  commandsUnder(heading: string): readonly string[];
  /** Code blocks of the whole page. */
  readonly commands: readonly string[];
  /** Variable names in the table of step 5, in order. */
  readonly variables: readonly string[];
}

const HEADING = /^## (.+)$/m;
const BLOCK = /^( *)```\n(.*?)^ *```$/gms;

/** Reads the commands and variables of docs/going-live.md. */
export async function readGoingLive(): Promise<GoingLivePage> {
  const page = await readFile(new URL('../../docs/going-live.md', import.meta.url), 'utf8');
  const [, ...parts] = page.split(HEADING);
  const sections = new Map<string, string>();
  for (let index = 0; index < parts.length; index += 2) {
    sections.set(parts[index] ?? '', parts[index + 1] ?? '');
  }
  const section = (heading: string) => {
    const text = sections.get(heading);
    if (text === undefined) throw new Error(`docs/going-live.md has no section ${heading}.`);
    return text;
  };
  return {
    commandsUnder: (heading) => blocksIn(section(heading)),
    commands: blocksIn(page),
    variables: variablesIn(section('5. Secrets and settings')),
  };
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
