import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Benchmark, Result } from '../infra/emulators/tests/support/measurement.ts';
import { ensureProductBuilt } from './builds.ts';
import { ROOT } from './step.ts';

function formatTables(results: readonly Result[]): string[] {
  const rows = results.flatMap((result) => {
    if ('columns' in result) return [];
    const { name, value, unit, note = '' } = result;
    return [[name, `${formatValue(value)} ${unit}`, note]];
  });
  return [
    ...(rows.length > 0 ? table(['', 'measured', ''], rows) : []),
    ...results
      .filter((result) => 'columns' in result)
      .flatMap(({ title, columns, rows }) => [`\n### ${title}\n`, ...table(columns, rows)]),
  ];
}

const table = (columns: readonly string[], rows: readonly (readonly string[])[]) => [
  tableLine(columns),
  tableLine(columns.map((_, index) => (index === 0 ? '---' : '---:'))),
  ...rows.map(tableLine),
];

const tableLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Three significant digits below 1000; whole numbers with thousands separators above. */
function formatValue(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

const FOLDERS = ['tests/load', 'infra/emulators/tests/bench'].map((folder) => join(ROOT, folder));

/** `npm run bench -- [names]` prints the results. */
const { positionals } = parseArgs({ allowPositionals: true });

const entries = (await Promise.all(FOLDERS.map((folder) => readdir(folder, { withFileTypes: true })))).flat();
const files = entries
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .toSorted((a, b) => a.name.localeCompare(b.name));
const chosen = files.filter(({ name }) => positionals.length === 0 || positionals.includes(parse(name).name));
if (chosen.length === 0) {
  throw new Error(`No such benchmark. Available: ${files.map(({ name }) => name).join(', ')}`);
}

await ensureProductBuilt();
const { version, platform, arch } = process;
console.log('# Benchmarks\n');
console.log(`Measured with Node ${version} on ${availableParallelism()} cores (${platform}-${arch}).`);
for (const { parentPath, name } of chosen) {
  const { title, measure } = (await import(pathToFileURL(join(parentPath, name)).href)) as Benchmark;
  console.error(`Measuring: ${title} …`);
  console.log(`\n## ${title}\n\n${formatTables(await measure()).join('\n')}`);
}
