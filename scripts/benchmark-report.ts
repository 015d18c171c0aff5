export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly note?: string;
}

/** What a module of tests/load exports. */
export interface Benchmark {
  readonly title: string;
  measure(): Promise<readonly Measurement[]>;
}

export interface Section {
  readonly title: string;
  readonly rows: readonly Measurement[];
}

export interface Machine {
  readonly node: string;
  readonly cores: number;
  readonly platform: string;
}

/** The measurements as Markdown. */
export function benchmarkReport(sections: readonly Section[], { node, cores, platform }: Machine): string {
  const tables = sections.map(({ title, rows }) => [`## ${title}`, '', ...tableOf(rows), ''].join('\n'));
  const machine = `Measured with Node ${node} on ${cores} cores (${platform}). \`npm run bench\` measures again.`;
  return ['# Benchmarks', '', machine, '', ...tables].join('\n');
}

function tableOf(rows: readonly Measurement[]): string[] {
  const lines = rows.map(
    ({ name, value, unit, note = '' }) => `| ${name} | ${shown(value)} ${unit} | ${note} |`,
  );
  return ['| | measured | |', '|---|---:|---|', ...lines];
}

/** Three significant digits below a thousand, whole numbers with separators above. */
function shown(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
