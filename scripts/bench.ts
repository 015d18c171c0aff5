import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Benchmark } from '../infra/emulators/tests/support/measurement.ts';
import { benchmarkReport, type Section } from './benchmark-report.ts';
import { ensureProductBuilt } from './builds.ts';
import { ROOT } from './step.ts';

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
