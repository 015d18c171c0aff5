import type { Context } from '../context.ts';

type Deps = Pick<Context, 'payments' | 'ledger' | 'identity' | 'logger' | 'metrics'>;

/** Wraps `deps` so that the process crashes at its `last`th call, before or after the call takes effect. */
export function crashAt<T extends Deps>(deps: T, last: number, when: 'before' | 'after') {
  let calls = 0;
  const guard = <G extends object>(gateway: G): G =>
    Object.fromEntries(
      Object.entries(gateway).map(([name, call]) => [
        name,
        typeof call !== 'function'
          ? call
          : async (...given: unknown[]) => {
              calls += 1;
              if (calls > last || (calls === last && when === 'before')) throw new Error('dead');
              const answer: unknown = await Reflect.apply(call, gateway, given);
              if (calls === last) throw new Error('dead');
              return answer;
            },
      ]),
    ) as G;
  const { payments, ledger, identity, logger, metrics } = deps;
  const guarded = {
    payments: guard(payments),
    ledger: guard(ledger),
    identity: guard(identity),
    logger,
    metrics,
  };
  return { deps: guarded, calls: () => calls };
}
