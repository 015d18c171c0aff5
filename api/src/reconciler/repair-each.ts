import type { Context } from '../context.ts';
import { isAppError } from '../errors/app-error.ts';
import type { PlanOutcome } from '../subscriptions/plan-writer.ts';
import { EMPTY_REPORT, type ReconcilerReport } from './reconciler-report.ts';

export interface Subject {
  /** Undefined if unknown. */
  readonly uid: string | undefined;
}

/** Concurrent repairs; each mostly waits for the database and the provider. */
const AT_ONCE = 5;
/**
 * A single failing subject must not block the others; this many failures in a row mean that the dependency is
 * down.
 */
const MAX_UNAVAILABLE = 3;

/** Repairs the subjects with limited concurrency until `stop` aborts; returns those not done as `left`. */
export async function repairEach<T extends Subject>(
  { logger, metrics }: Pick<Context, 'logger' | 'metrics'>,
  subjects: readonly T[],
  repair: (subject: T) => Promise<PlanOutcome['did']>,
  stop?: AbortSignal,
): Promise<{ readonly report: ReconcilerReport; readonly left: readonly T[] }> {
  const plansRepaired: string[] = [];
  const left: T[] = [];
  let failures = 0;
  let unavailable = 0;
  const queue = subjects.values();
  const work = async () => {
    for (const subject of queue) {
      if (stop?.aborted || unavailable >= MAX_UNAVAILABLE) {
        left.push(subject);
        continue;
      }
      try {
        const did = await repair(subject);
        unavailable = 0;
        if (did === 'changed' && subject.uid !== undefined) plansRepaired.push(subject.uid);
      } catch (err) {
        left.push(subject);
        failures += 1;
        unavailable = isAppError(err, 'dependency_unavailable') ? unavailable + 1 : 0;
        if (unavailable >= MAX_UNAVAILABLE) throw err;
        logger.error({ err, uid: subject.uid }, 'the reconciler failed to repair a user');
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const uid of plansRepaired) {
    metrics.reconcilerRepairs.inc({ kind: 'plan' });
    logger.warn({ uid }, 'the reconciler repaired a plan');
  }
  return { report: { ...EMPTY_REPORT, plansRepaired, failures }, left };
}
