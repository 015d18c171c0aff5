export type DependencyState = 'up' | 'down';

const FRESH_MS = 1000;
const BUDGET_MS = 2500;

/** Asks every dependency at once; answers of the last second are shared, so that probes cost little. */
export function createReadiness<Name extends string>(
  probes: Readonly<Record<Name, () => Promise<void>>>,
): () => Promise<Record<Name, DependencyState>> {
  let latest: { readonly at: number; readonly states: Promise<Record<Name, DependencyState>> } | undefined;
  return () => {
    if (latest === undefined || Date.now() - latest.at > FRESH_MS) {
      latest = { at: Date.now(), states: probeAll(probes) };
    }
    return latest.states;
  };
}

async function probeAll<Name extends string>(
  probes: Readonly<Record<Name, () => Promise<void>>>,
): Promise<Record<Name, DependencyState>> {
  const names = Object.keys(probes) as Name[];
  const states = await Promise.all(names.map((name) => probe(probes[name])));
  return Object.fromEntries(names.map((name, index) => [name, states[index]])) as Record<
    Name,
    DependencyState
  >;
}

async function probe(ping: () => Promise<void>): Promise<DependencyState> {
  const { promise, resolve } = Promise.withResolvers<DependencyState>();
  const timer = setTimeout(() => resolve('down'), BUDGET_MS);
  const answered = ping().then(
    () => 'up' as const,
    () => 'down' as const,
  );
  return Promise.race([answered, promise]).finally(() => clearTimeout(timer));
}
