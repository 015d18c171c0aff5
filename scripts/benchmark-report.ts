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

/** The measurements as Markdown. Sections of `earlier`, a report of before, stay where nothing new replaces them. */
export function benchmarkReport(
  sections: readonly Section[],
  { node, cores, platform }: Machine,
  earlier = '',
): string {
  const machine = `Measured with Node ${node} on ${cores} cores (${platform}). \`npm run bench\` measures again.`;
  const texts = textsByTitle(earlier);
  for (const { title, rows } of sections) texts.set(title, `${tableOf(rows).join('\n')}\n`);
  const shownSections = Array.from(texts, ([title, text]) => `## ${title}\n\n${text}`);
  return ['# Benchmarks', machine, ...shownSections].join('\n\n').replaceAll('\n\n\n', '\n\n');
}

function textsByTitle(report: string): Map<string, string> {
  const [, ...parts] = report.split(/^## /m);
  return new Map(
    parts.map((part) => {
      const [title = ''] = part.split('\n', 1);
      return [title, `${part.slice(title.length).trim()}\n`];
    }),
  );
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
