import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './step.ts';

const FOLDER = join(ROOT, 'docs/decisions');
const FORM = /^# (\d{4}) (.+)\n\n\*\*Status:\*\* (.+)\n\n## Context\n[\s\S]+\n## Decision\n[\s\S]+/;

export const INDEX = join(FOLDER, 'README.md');

export interface DecisionRecord {
  readonly name: string;
  /** Undefined where the record is not in the one form. */
  readonly row: string | undefined;
}

export async function decisionRecords(): Promise<DecisionRecord[]> {
  const names = (await readdir(FOLDER)).filter((name) => name !== 'README.md').toSorted();
  return Promise.all(
    names.map(async (name) => {
      const [, number, title, status] = FORM.exec(await readFile(join(FOLDER, name), 'utf8')) ?? [];
      const row = number === name.slice(0, 4) ? `| [${number}](${name}) | ${title} | ${status} |` : undefined;
      return { name, row };
    }),
  );
}

/** The index with a row for each record, under what stands above its table. */
export function withRows(index: string, records: readonly DecisionRecord[]): string {
  const [head = ''] = index.split('| [', 1);
  return `${head}${records.flatMap(({ row }) => row ?? []).join('\n')}\n`;
}

/** `node scripts/decision-index.ts` writes the index anew. */
if (import.meta.main) {
  await writeFile(INDEX, withRows(await readFile(INDEX, 'utf8'), await decisionRecords()));
}
