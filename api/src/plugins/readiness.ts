import pTimeout from 'p-timeout';

type DependencyState = 'up' | 'down';

const FRESH_MS = 1000;
const BUDGET_MS = 2500;

type Probes<Name extends string> = Readonly<Record<Name, () => Promise<void>>>;
type States<Name extends string> = Record<Name, DependencyState>;

/** Called when a dependency goes down or is down for another reason, and when it recovers, with undefined. */
export type OnChange = (dependency: string, reason: unknown) => void;

/** Probes all dependencies in parallel; results are shared for a second, so that probes are cheap. */
export function createReadiness<Name extends string>(
  probes: Probes<Name>,
  onChange: OnChange = () => undefined,
): () => Promise<States<Name>> {
  let latest: { readonly at: number; readonly states: Promise<States<Name>> } | undefined;
  const reported = new Map<Name, string>();
  const probe = async (name: Name): Promise<[Name, DependencyState]> => {
    try {
      await pTimeout(probes[name](), {
        milliseconds: BUDGET_MS,
        message: `no answer within ${BUDGET_MS} ms`,
      });
      if (reported.delete(name)) onChange(name, undefined);
      return [name, 'up'];
    } catch (reason) {
      const described = describeReason(reason);
      if (reported.get(name) !== described) onChange(name, reason);
      reported.set(name, described);
      return [name, 'down'];
    }
  };
  const probeAll = async () =>
    Object.fromEntries(await Promise.all((Object.keys(probes) as Name[]).map(probe))) as States<Name>;
  return () => {
    if (latest === undefined || Date.now() - latest.at > FRESH_MS)
      latest = { at: Date.now(), states: probeAll() };
    return latest.states;
  };
}

/** Our own error reads the same for every outage, so its causes are included. */
const describeReason = (reason: unknown): string =>
  reason instanceof Error ? `${reason.message}\n${describeReason(reason.cause)}` : String(reason);
