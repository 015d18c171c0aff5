import { expect, it } from 'vitest';
import { benchmarkReport } from './benchmark-report.ts';

const machine = { node: 'v24.0.0', cores: 2, platform: 'linux-x64' };
const rows = [
  { name: 'start', value: 1.23456, unit: 's', note: 'median of 5' },
  { name: 'writes', value: 12_345.6, unit: '/s' },
];

it('is a table for each benchmark', () => {
  expect(benchmarkReport([{ title: 'Things', rows }], machine)).toBe(`# Benchmarks

Measured with Node v24.0.0 on 2 cores (linux-x64). \`npm run bench\` measures again.

## Things

| | measured | |
|---|---:|---|
| start | 1.23 s | median of 5 |
| writes | 12,346 /s |  |
`);
});

it('keeps the sections of an earlier report that were not measured again, in their places', () => {
  const again = [{ name: 'start', value: 2, unit: 's' }];
  const one = { title: 'One', rows };
  const two = { title: 'Two', rows };
  const three = { title: 'Three', rows: again };
  const earlier = benchmarkReport([one, two], machine);
  expect(benchmarkReport([{ ...one, rows: again }, three], machine, earlier)).toBe(
    benchmarkReport([{ ...one, rows: again }, two, three], machine),
  );
});
