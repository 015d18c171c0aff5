import { redactedValue } from './redact.ts';
import type { StateFile } from './state-file.ts';

export interface Difference {
  /** Where it is, such as `/stripe/test/customers/cus_1/email`. */
  readonly id: string;
  /** Null where there is nothing. */
  readonly before: unknown;
  readonly after: unknown;
}

const SHOWN = 100;

/** What differs between two states, without secrets: the first of them, and how many there are. */
export function compareStates(before: StateFile, after: StateFile) {
  return compareValues(contents(before), contents(after));
}

/** The same of two values of JSON. */
export function compareValues(before: unknown, after: unknown) {
  const all = differences(before, after, '', '');
  return { count: all.length, rows: all.slice(0, SHOWN) };
}

function contents({ services }: StateFile): unknown {
  return Object.fromEntries(Object.entries(services).map(([name, { content }]) => [name, content]));
}

function differences(before: unknown, after: unknown, path: string, name: string): Difference[] {
  if (before === after) return [];
  const [old, now] = [membersOf(unpacked(name, before)), membersOf(unpacked(name, after))];
  if (old !== undefined && now !== undefined) {
    const names = new Set([...Object.keys(old), ...Object.keys(now)]);
    return [...names].flatMap((each) =>
      differences(old[each] ?? null, now[each] ?? null, `${path}/${each.replaceAll('/', '|')}`, each),
    );
  }
  // Only what differs is searched for secrets: a state has hundreds of thousands of texts.
  const row = { id: path, before: shown(name, before), after: shown(name, after) };
  return JSON.stringify(row.before) === JSON.stringify(row.after) ? [] : [row];
}

/** Events are kept as text. */
function unpacked(name: string, value: unknown): unknown {
  return name === 'payload' && typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : value;
}

function shown(name: string, value: unknown): unknown {
  const whole = JSON.parse(JSON.stringify({ [name]: value }), unpacked);
  return (redactedValue(whole) as Readonly<Record<string, unknown>>)[name];
}

/** Entries of a list go by their id, or by the kind and the id that they begin with. */
function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (!Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    value.map((each, index) => {
      const [kind, id, entry, ...rest] = Array.isArray(each) ? each : [];
      if (entry !== undefined && rest.length === 0) return [`${kind} ${id}`, entry];
      return [(each as { readonly id?: string } | null)?.id ?? index, each];
    }),
  );
}
