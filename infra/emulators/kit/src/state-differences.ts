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
  const all = differences(shown(before), shown(after), '');
  return { count: all.length, rows: all.slice(0, SHOWN) };
}

function shown({ services }: StateFile): unknown {
  const contents = Object.entries(services).map(([name, { content }]) => [name, content]);
  // Events are kept as text.
  const text = JSON.stringify(Object.fromEntries(contents), (name, value) =>
    name === 'payload' && typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : value,
  );
  return redactedValue(JSON.parse(text));
}

function differences(before: unknown, after: unknown, path: string): Difference[] {
  const [old, now] = [membersOf(before), membersOf(after)];
  if (old !== undefined && now !== undefined) {
    const names = new Set([...Object.keys(old), ...Object.keys(now)]);
    return [...names].flatMap((name) =>
      differences(old[name] ?? null, now[name] ?? null, `${path}/${name.replaceAll('/', '|')}`),
    );
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ id: path, before, after }];
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
