import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './step.ts';

/** The product's records and the emulators'. Numbers are unique across both. */
export const FOLDERS = ['docs/decisions', 'infra/emulators/decisions'] as const;
const FORMAT = /^# (\d{4}) (.+)\n\n\*\*Status:\*\* (.+)\n\n## Context\n[\s\S]+\n## Decision\n[\s\S]+/;

export interface DecisionRecord {
  readonly name: string;
  /** Undefined if the record is not in the standard format. */
  readonly row: string | undefined;
}

export const indexFile = (folder: string): string => join(ROOT, folder, 'README.md');

export async function decisionRecords(folder: string): Promise<DecisionRecord[]> {
  const names = (await readdir(join(ROOT, folder))).filter((name) => name !== 'README.md').toSorted();
  return Promise.all(
    names.map(async (name) => {
      const [, number, title, status] = FORMAT.exec(await readFile(join(ROOT, folder, name), 'utf8')) ?? [];
      const row = number === name.slice(0, 4) ? `| [${number}](${name}) | ${title} | ${status} |` : undefined;
      return { name, row };
    }),
  );
}

/** Returns the index with one row per record; the text above the table stays. */
export function withRows(index: string, records: readonly DecisionRecord[]): string {
  const [head = ''] = index.split('| [', 1);
  return `${head}${records.flatMap(({ row }) => row ?? []).join('\n')}\n`;
}

/** `npx node scripts/decision-index.ts` rewrites both indexes. */
if (import.meta.main) {
  for (const folder of FOLDERS) {
    const index = await readFile(indexFile(folder), 'utf8');
    await writeFile(indexFile(folder), withRows(index, await decisionRecords(folder)));
  }
}
