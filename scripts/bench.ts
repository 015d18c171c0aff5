import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Benchmark, benchmarkReport, type Section } from './benchmark-report.ts';
import { ensureProductBuilt } from './builds.ts';
import { ROOT } from './step.ts';

const FOLDER = join(ROOT, 'tests', 'load');
const REPORT = join(ROOT, 'docs', 'benchmarks.md');

/** `npm run bench -- [--write] [names]`: prints the results; `--write` also updates docs/benchmarks.md. */
const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const files = (await readdir(FOLDER))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .toSorted();
const chosen = files.filter(
  (name) => positionals.length === 0 || positionals.includes(name.replace(/\.ts$/, '')),
);
if (chosen.length === 0) throw new Error(`No such benchmark. Available: ${files.join(', ')}`);

await ensureProductBuilt();
const sections: Section[] = [];
for (const file of chosen) {
  const { title, measure } = (await import(pathToFileURL(join(FOLDER, file)).href)) as Benchmark;
  console.error(`Measuring: ${title} …`);
  sections.push({ title, results: await measure() });
}
const machine = {
  node: process.version,
  cores: availableParallelism(),
  platform: `${process.platform}-${process.arch}`,
};
console.log(benchmarkReport(sections, machine));
if (values.write) {
  await writeFile(REPORT, benchmarkReport(sections, machine, await readFile(REPORT, 'utf8')));
}
