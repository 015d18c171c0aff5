import type { Context, PlanOutcome } from '../context.ts';
import { isAppError } from '../errors/app-error.ts';
import { EMPTY_REPORT, type ReconcilerReport } from './reconciler-report.ts';

export interface Subject {
  /** Undefined if unknown. */
  readonly uid: string | undefined;
}

/** Concurrent repairs; each mostly waits for the database and the provider. */
const CONCURRENCY = 5;
/**
 * Failing subjects must not block the others, but after this many failures in a row the services are asked whether they
 * are available at all.
 */
const MAX_UNAVAILABLE = 3;

/** Repairs the subjects with limited concurrency until `stop` aborts; returns those not done as `remaining`. */
export async function repairEach<T extends Subject>(
  { payments, ledger, logger, metrics }: Pick<Context, 'payments' | 'ledger' | 'logger' | 'metrics'>,
  subjects: readonly T[],
  repair: (subject: T) => Promise<PlanOutcome['effect']>,
  stop?: AbortSignal,
): Promise<{ readonly report: ReconcilerReport; readonly remaining: readonly T[] }> {
  const plansRepaired: string[] = [];
  const remaining: T[] = [];
  let failures = 0;
  let unavailable = 0;
  let isDown = false;
  const queue = subjects.values();
  const work = async () => {
    for (const subject of queue) {
      if (stop?.aborted || isDown) {
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
        if (unavailable >= MAX_UNAVAILABLE) {
          unavailable = 0;
          await Promise.all([payments.ping(), ledger.ping()]).catch((down: unknown) => {
            isDown = true;
            throw down;
          });
        }
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
