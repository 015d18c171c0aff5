import type { FastifyInstance } from 'fastify';
import { finishDeletions } from '../account-deletion/delete-user.ts';
import { independentSteps } from '../errors/independent-steps.ts';
import type { ReconcilerProgress } from '../gateways/billing-state.ts';
import { followRefunds } from './follow-refunds.ts';
import { addReports, EMPTY_REPORT } from './reconciler-report.ts';
import { type RecoveryDeps, recoverEvents } from './recover-events.ts';
import { walkAccounts } from './walk-accounts.ts';
import { walkSubscriptions } from './walk-subscriptions.ts';

const WALK_EVERY_SECONDS = 24 * 3600;
/** An interrupted walk is restarted after this time. */
const WALK_AGAIN_SECONDS = 3600;

/**
 * Recovers events at an interval and walks all subscriptions once a day. Several processes may do so
 * concurrently: whatever one has repaired, the others find correct.
 */
export function addReconciler(app: FastifyInstance, deps: RecoveryDeps, intervalSeconds: number): void {
  if (intervalSeconds === 0) return;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const closing = new AbortController();

  const schedule = () => {
    // Jitter, so that processes started together do not query together.
    const delay = intervalSeconds * 1000 * (0.75 + Math.random() / 2);
    timer = setTimeout(() => {
      running = runPass(deps, closing.signal).finally(() => {
        if (!closing.signal.aborted) schedule();
      });
    }, delay);
    timer.unref();
  };

  app.addHook('onReady', async () => schedule());
  app.addHook('preClose', async () => {
    closing.abort();
    clearTimeout(timer);
  });
  app.addHook('onClose', () => running);
}

async function runPass(deps: RecoveryDeps, stop: AbortSignal): Promise<void> {
  try {
    await reconcile(deps, stop);
    deps.metrics.reconcilerPasses.inc({ outcome: 'done' });
  } catch (err) {
    deps.metrics.reconcilerPasses.inc({ outcome: 'failed' });
    deps.logger.warn({ err }, 'the reconciler pass failed');
  }
}

async function reconcile(deps: RecoveryDeps, stop: AbortSignal): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  let progress = await deps.ledger.readProgress();
  let report = EMPTY_REPORT;
  const keep = async (change: Partial<ReconcilerProgress>) => {
    progress = { ...progress, ...change };
    await deps.ledger.writeProgress(progress);
  };
  const isWalk = (progress.walkDue ?? 0) <= now && !stop.aborted;
  await independentSteps([
    async () => {
      const recovery = await recoverEvents(deps, progress.eventsUntil, stop);
      report = addReports(report, recovery.report);
      await keep({ eventsUntil: recovery.until });
    },
    async () => {
      if (!isWalk) return;
      await keep({ walkDue: now + WALK_AGAIN_SECONDS });
      await independentSteps([
        async () => {
          report = addReports(report, await walkSubscriptions(deps, { stop }));
        },
        () => walkAccounts(deps, { stop }),
        () => followRefunds(deps),
      ]);
      await keep({ walkDue: now + WALK_EVERY_SECONDS });
    },
    async () => {
      report = addReports(report, { ...EMPTY_REPORT, failures: await finishDeletions(deps) });
    },
  ]);
  const found = report.plansRepaired.length + report.failures;
  deps.logger[found > 0 ? 'warn' : 'debug']({ report }, 'the reconciler finished a pass');
}
