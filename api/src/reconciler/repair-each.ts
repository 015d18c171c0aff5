import type { Context } from '../context.ts';
import { isAppError } from '../errors/app-error.ts';
import { addReports, EMPTY_REPORT, type ReconcilerReport } from './reconciler-report.ts';

/** A checkout session, or a user under the own uid. */
export interface Subject {
  readonly id: string;
  readonly uid: string | undefined;
}

export type Finding = 'agrees' | 'repaired' | 'expired';

type Deps = Pick<Context, 'logger' | 'metrics'>;

/** One whose calls alone fail must not keep the others waiting; after so many in a row the dependency is away. */
const MAX_UNAVAILABLE = 3;

/** Repairs one after the other until it is told to stop, and says at how many it has looked. */
export async function repairEach<T extends Subject>(
  { logger, metrics }: Deps,
  subjects: readonly T[],
  repair: (subject: T) => Promise<Finding>,
  stop?: AbortSignal,
): Promise<{ readonly looked: number; readonly report: ReconcilerReport }> {
  let report = EMPTY_REPORT;
  let looked = 0;
  let unavailable = 0;
  for (const subject of subjects) {
    if (stop?.aborted) break;
    looked += 1;
    try {
      const finding = await repair(subject);
      unavailable = 0;
      if (finding !== 'agrees') report = addReports(report, noted({ logger, metrics }, subject, finding));
    } catch (err) {
      unavailable = isAppError(err, 'dependency_unavailable') ? unavailable + 1 : 0;
      if (unavailable === MAX_UNAVAILABLE) throw err;
      logger.error({ err, uid: subject.uid }, 'the reconciler could not repair a user');
      report = addReports(report, { ...EMPTY_REPORT, failures: 1 });
    }
  }
  return { looked, report };
}

function noted({ logger, metrics }: Deps, { id, uid }: Subject, finding: 'repaired' | 'expired') {
  if (finding === 'expired') {
    metrics.reconcilerRepairs.inc({ kind: 'stray_session' });
    return { ...EMPTY_REPORT, sessionsExpired: [id] };
  }
  metrics.reconcilerRepairs.inc({ kind: 'plan' });
  logger.warn({ uid }, 'the reconciler repaired a plan');
  return { ...EMPTY_REPORT, plansRepaired: uid === undefined ? [] : [uid] };
}
