type DependencyState = 'up' | 'down';

const FRESH_MS = 1000;
const BUDGET_MS = 2500;

type Probes<Name extends string> = Readonly<Record<Name, () => Promise<void>>>;
type States<Name extends string> = Record<Name, DependencyState>;

/**
 * Called when a dependency goes down, with the reason, and when it recovers, with undefined. Also called once
 * for each further reason, because the first may only be a timeout.
 */
export type OnChange = (dependency: string, reason: unknown) => void;

/** Probes all dependencies in parallel; results are shared for a second, so that probes are cheap. */
export function createReadiness<Name extends string>(
  probes: Probes<Name>,
  onChange: OnChange = () => undefined,
): () => Promise<States<Name>> {
  let latest: { readonly at: number; readonly states: Promise<States<Name>> } | undefined;
  const reported = new Map<Name, Set<string>>();
  const report = (name: Name, reason: unknown) => {
    const reasons = reported.get(name);
    if (reason === undefined) {
      if (reported.delete(name)) onChange(name, undefined);
    } else if (reasons?.has(describeReason(reason)) !== true) {
      reported.set(name, new Set(reasons).add(describeReason(reason)));
      onChange(name, reason);
    }
  };
  return () => {
    if (latest === undefined || Date.now() - latest.at > FRESH_MS) {
      latest = { at: Date.now(), states: probeAll(probes, report) };
    }
    return latest.states;
  };
}

/** Our own error reads the same for every outage, so its causes are included. */
const describeReason = (reason: unknown): string =>
  reason instanceof Error ? `${reason.message}\n${describeReason(reason.cause)}` : String(reason);

async function probeAll<Name extends string>(
  probes: Probes<Name>,
  report: (name: Name, reason: unknown) => void,
): Promise<States<Name>> {
  const names = Object.keys(probes) as Name[];
  const states = await Promise.all(
    names.map(async (name): Promise<DependencyState> => {
      const reason = await probe(probes[name]);
      report(name, reason);
      return reason === undefined ? 'up' : 'down';
    }),
  );
  return Object.fromEntries(names.map((name, index) => [name, states[index]])) as States<Name>;
}

/** The reason a dependency is down; undefined if it is up. */
async function probe(ping: () => Promise<void>): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => resolve(new Error(`no answer within ${BUDGET_MS} ms`)), BUDGET_MS);
  const answered = ping().then(
    () => undefined,
    (error: unknown) => error ?? new Error('no reason given'),
  );
  return Promise.race([answered, promise]).finally(() => clearTimeout(timer));
}
