import type { Context } from '../context.ts';
import { isAppError } from '../errors/app-error.ts';
import type { PlanOutcome } from '../subscriptions/plan-writer.ts';
import { EMPTY_REPORT, type ReconcilerReport } from './reconciler-report.ts';

export interface Subject {
  /** Undefined if unknown. */
  readonly uid: string | undefined;
}

/** Concurrent repairs; each mostly waits for the database and the provider. */
const CONCURRENCY = 5;
/**
 * A single failing subject must not block the others; this many failures in a row mean that the dependency is
 * down.
 */
const MAX_UNAVAILABLE = 3;

/** Repairs the subjects with limited concurrency until `stop` aborts; returns those not done as `remaining`. */
export async function repairEach<T extends Subject>(
  { logger, metrics }: Pick<Context, 'logger' | 'metrics'>,
  subjects: readonly T[],
  repair: (subject: T) => Promise<PlanOutcome['effect']>,
  stop?: AbortSignal,
): Promise<{ readonly report: ReconcilerReport; readonly remaining: readonly T[] }> {
  const plansRepaired: string[] = [];
  const remaining: T[] = [];
  let failures = 0;
  let unavailable = 0;
  const queue = subjects.values();
  const work = async () => {
    for (const subject of queue) {
      if (stop?.aborted || unavailable >= MAX_UNAVAILABLE) {
        remaining.push(subject);
        continue;
      }
      try {
        const effect = await repair(subject);
        unavailable = 0;
        if (effect === 'changed' && subject.uid !== undefined) plansRepaired.push(subject.uid);
      } catch (err) {
        remaining.push(subject);
        failures += 1;
        unavailable = isAppError(err, 'dependency_unavailable') ? unavailable + 1 : 0;
        if (unavailable >= MAX_UNAVAILABLE) throw err;
        logger.error({ err, uid: subject.uid }, 'the reconciler failed to repair a user');
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  for (const uid of plansRepaired) {
    metrics.reconcilerRepairs.inc({ kind: 'plan' });
    logger.warn({ uid }, 'the reconciler repaired a plan');
  }
  return { report: { ...EMPTY_REPORT, plansRepaired, failures }, remaining };
}
