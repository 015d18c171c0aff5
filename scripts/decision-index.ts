import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './step.ts';

const FOLDER = join(ROOT, 'docs/decisions');
const FORMAT = /^# (\d{4}) (.+)\n\n\*\*Status:\*\* (.+)\n\n## Context\n[\s\S]+\n## Decision\n[\s\S]+/;

export const INDEX = join(FOLDER, 'README.md');

export interface DecisionRecord {
  readonly name: string;
  /** Undefined if the record is not in the standard format. */
  readonly row: string | undefined;
}

export async function decisionRecords(): Promise<DecisionRecord[]> {
  const names = (await readdir(FOLDER)).filter((name) => name !== 'README.md').toSorted();
  return Promise.all(
    names.map(async (name) => {
      const [, number, title, status] = FORMAT.exec(await readFile(join(FOLDER, name), 'utf8')) ?? [];
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

/** `node scripts/decision-index.ts` rewrites the index. */
if (import.meta.main) {
  await writeFile(INDEX, withRows(await readFile(INDEX, 'utf8'), await decisionRecords()));
}
