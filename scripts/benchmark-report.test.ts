import { expect, it } from 'vitest';
import { benchmarkReport } from './benchmark-report.ts';

it('is a table for each benchmark', () => {
  const rows = [
    { name: 'start', value: 1.23456, unit: 's', note: 'median of 5' },
    { name: 'writes', value: 12_345.6, unit: '/s' },
  ];
  const machine = { node: 'v24.0.0', cores: 2, platform: 'linux-x64' };
  expect(benchmarkReport([{ title: 'Things', rows }], machine)).toBe(`# Benchmarks

Measured with Node v24.0.0 on 2 cores (linux-x64). \`npm run bench\` measures again.

## Things

| | measured | |
|---|---:|---|
| start | 1.23 s | median of 5 |
| writes | 12,346 /s |  |
`);
});
