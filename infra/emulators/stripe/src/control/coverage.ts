import { DESCRIPTION } from '../description/description.ts';
import type { Endpoint } from '../http/endpoint.ts';

/** `taken` works as at Stripe, `shown` is accepted and returned without an effect, `missing` answers 501. */
export type ParameterState = 'missing' | 'shown' | 'taken';

export interface CoveredOperation {
  readonly operation: string;
  readonly parameters: Readonly<Record<string, ParameterState>>;
}

export interface Coverage {
  /** The version of the description. */
  readonly version: string;
  readonly operations: number;
  readonly covered: readonly CoveredOperation[];
}

/** How much of Stripe's API description the emulator covers, read from the code that answers. */
export function coverageOf(endpoints: readonly Endpoint[]): Coverage {
  const described = new Map(Object.entries(DESCRIPTION.operations));
  const covered = endpoints.flatMap((endpoint) => {
    const operation = `${endpoint.method} ${endpoint.path.replaceAll(/:\w+/g, ':id')}`;
    const names = described.get(operation);
    if (names === undefined) return [];
    return [
      { operation, parameters: Object.fromEntries(names.map((name) => [name, stateOf(endpoint, name)])) },
    ];
  });
  const sorted = covered.toSorted((a, b) => pathOf(a).localeCompare(pathOf(b)));
  return { version: DESCRIPTION.version, operations: described.size, covered: sorted };
}

function pathOf({ operation }: CoveredOperation): string {
  const [method, path] = operation.split(' ');
  return `${path} ${method}`;
}

function stateOf({ parameters, shownOnly }: Endpoint, name: string): ParameterState {
  if (!parameters.includes(name)) return 'missing';
  return shownOnly.includes(name) ? 'shown' : 'taken';
}

/** The table of `COVERAGE.md`. */
export function coverageTable({ version, operations, covered }: Coverage): string {
  const rows = covered.map(({ operation, parameters }) => {
    const named = (state: ParameterState) =>
      Object.entries(parameters)
        .filter(([, found]) => found === state)
        .map(([name]) => `\`${name}\``)
        .join(', ');
    const all = Object.keys(parameters).length;
    const missing = Object.values(parameters).filter((state) => state === 'missing').length;
    return `| \`${operation}\` | ${all - missing} of ${all} | ${named('shown')} | ${named('missing')} |`;
  });
  return `# Coverage

Written by \`node scripts/stripe-coverage.ts\` from the code and from Stripe's description of its API, version ${version}; a
test compares the two. Parameters that only newer versions have are not counted.

${covered.length} of ${operations} operations are there. All others answer 501, as missing parameters do.

| operation | parameters | shown back alone | missing |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
