import type { Comparison, Measurement, Result } from '../infra/emulators/tests/support/measurement.ts';

export interface Section {
  readonly title: string;
  readonly results: readonly Result[];
}

export interface Machine {
  readonly node: string;
  readonly cores: number;
  readonly platform: string;
}

/** Renders the report as Markdown. */
export function benchmarkReport(sections: readonly Section[], { node, cores, platform }: Machine): string {
  const machine = `Measured with Node ${node} on ${cores} cores (${platform}).`;
  const texts = sections.map(({ title, results }) => `## ${title}\n\n${formatTables(results).join('\n')}`);
  return ['# Benchmarks', machine, ...texts].join('\n\n');
}

const isComparison = (result: Result): result is Comparison => 'columns' in result;
const isMeasurement = (result: Result): result is Measurement => !isComparison(result);

function formatTables(results: readonly Result[]): string[] {
  const comparisons = results.filter(isComparison);
  const single = results.filter(isMeasurement);
  return [
    ...(single.length > 0 ? measurementTable(single) : []),
    ...comparisons.flatMap(({ title, columns, rows }) => [
      `\n### ${title}\n`,
      tableLine(columns),
      `|---|${columns
        .slice(1)
        .map(() => '---:|')
        .join('')}`,
      ...rows.map(tableLine),
    ]),
  ];
}

function measurementTable(rows: readonly Measurement[]): string[] {
  const lines = rows.map(({ name, value, unit, note = '' }) =>
    tableLine([name, `${formatValue(value)} ${unit}`, note]),
  );
  return ['| | measured | |', '|---|---:|---|', ...lines];
}

const tableLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Three significant digits below 1000; whole numbers with thousands separators above. */
function formatValue(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
