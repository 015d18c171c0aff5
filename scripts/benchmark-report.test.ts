import { expect, it } from 'vitest';
import { benchmarkReport } from './benchmark-report.ts';

const machine = { node: 'v24.0.0', cores: 2, platform: 'linux-x64' };
const results = [
  { name: 'start', value: 1.23456, unit: 's', note: 'median of 5' },
  { name: 'writes', value: 12_345.6, unit: '/s' },
];

it('renders a table for each benchmark', () => {
  expect(benchmarkReport([{ title: 'Example', results }], machine)).toBe(`# Benchmarks

Measured with Node v24.0.0 on 2 cores (linux-x64). To measure again, run \`npm run bench\`.

## Example

| | measured | |
|---|---:|---|
| start | 1.23 s | median of 5 |
| writes | 12,346 /s |  |
`);
});

it('keeps sections of the previous report that were not measured again, in order', () => {
  const again = [{ name: 'start', value: 2, unit: 's' }];
  const one = { title: 'One', results };
  const two = { title: 'Two', results };
  const three = { title: 'Three', results: again };
  const previous = benchmarkReport([one, two], machine);
  expect(benchmarkReport([{ ...one, results: again }, three], machine, previous)).toBe(
    benchmarkReport([{ ...one, results: again }, two, three], machine),
  );
});

it('renders each comparison as a separate table below the single measurements', () => {
  const comparison = { title: 'First visit', columns: ['page', 'paint'], rows: [['/faq', '1.2']] };
  const report = benchmarkReport([{ title: 'Pages', results: [comparison, ...results] }], machine);
  expect(report).toMatch(
    /\| writes \| 12,346 \/s \| {2}\|\n\n### First visit\n\n\| page \| paint \|\n\|---\|---:\|\n\| \/faq \| 1\.2 \|\n$/,
  );
  expect(benchmarkReport([], machine, report), 'parsed and rendered again').toBe(report);
});
