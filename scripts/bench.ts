import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type {
  Benchmark,
  Comparison,
  Measurement,
  Result,
} from '../infra/emulators/tests/support/measurement.ts';
import { ensureProductBuilt } from './builds.ts';
import { ROOT } from './step.ts';

interface Section {
  readonly title: string;
  readonly results: readonly Result[];
}

interface Machine {
  readonly node: string;
  readonly cores: number;
  readonly platform: string;
}

/** Renders the report as Markdown. */
function benchmarkReport(sections: readonly Section[], { node, cores, platform }: Machine): string {
  const machine = `Measured with Node ${node} on ${cores} cores (${platform}).`;
  const texts = sections.map(({ title, results }) => `## ${title}\n\n${formatTables(results).join('\n')}`);
  return ['# Benchmarks', machine, ...texts].join('\n\n');
}

const isComparison = (result: Result): result is Comparison => 'columns' in result;
const isMeasurement = (result: Result): result is Measurement => !isComparison(result);

function formatTables(results: readonly Result[]): string[] {
  const single = results.filter(isMeasurement);
  const rows = single.map(({ name, value, unit, note = '' }) => [
    name,
    `${formatValue(value)} ${unit}`,
    note,
  ]);
  return [
    ...(rows.length > 0 ? table(['', 'measured', ''], rows) : []),
    ...results
      .filter(isComparison)
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
const sections: Section[] = [];
for (const { parentPath, name } of chosen) {
  const { title, measure } = (await import(pathToFileURL(join(parentPath, name)).href)) as Benchmark;
  console.error(`Measuring: ${title} …`);
  sections.push({ title, results: await measure() });
}
const machine = {
  node: process.version,
  cores: availableParallelism(),
  platform: `${process.platform}-${process.arch}`,
};
console.log(benchmarkReport(sections, machine));
