export type DependencyState = 'up' | 'down';

const FRESH_MS = 1000;
const BUDGET_MS = 2500;

type Probes<Name extends string> = Readonly<Record<Name, () => Promise<void>>>;
type States<Name extends string> = Record<Name, DependencyState>;

/** Told when a dependency goes down, with the reason, and when it is up again, with none. */
export type OnChange = (dependency: string, reason: unknown) => void;

/** Asks every dependency at once; answers of the last second are shared, so that probes cost little. */
export function createReadiness<Name extends string>(
  probes: Probes<Name>,
  onChange: OnChange = () => undefined,
): () => Promise<States<Name>> {
  let latest: { readonly at: number; readonly states: Promise<States<Name>> } | undefined;
  const down = new Set<Name>();
  const note = (name: Name, reason: unknown) => {
    if (down.has(name) === (reason !== undefined)) return;
    if (reason === undefined) down.delete(name);
    else down.add(name);
    onChange(name, reason);
  };
  return () => {
    if (latest === undefined || Date.now() - latest.at > FRESH_MS) {
      latest = { at: Date.now(), states: probeAll(probes, note) };
    }
    return latest.states;
  };
}

async function probeAll<Name extends string>(
  probes: Probes<Name>,
  note: (name: Name, reason: unknown) => void,
): Promise<States<Name>> {
  const names = Object.keys(probes) as Name[];
  const states = await Promise.all(
    names.map(async (name): Promise<DependencyState> => {
      const reason = await reasonAgainst(probes[name]);
      note(name, reason);
      return reason === undefined ? 'up' : 'down';
    }),
  );
  return Object.fromEntries(names.map((name, index) => [name, states[index]])) as States<Name>;
}

/** Why a dependency is down; undefined where it is up. */
async function reasonAgainst(ping: () => Promise<void>): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => resolve(new Error(`no answer within ${BUDGET_MS} ms`)), BUDGET_MS);
  const answered = ping().then(
    () => undefined,
    (error: unknown) => error ?? new Error('no reason given'),
  );
  return Promise.race([answered, promise]).finally(() => clearTimeout(timer));
}
