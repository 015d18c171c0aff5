import type { FastifyInstance } from 'fastify';
import { finishLeaving } from '../leaving/finish-leaving.ts';
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
  await finishLeaving(deps);
  const now = Math.floor(Date.now() / 1000);
  const { eventsUntil, walkDue = 0 } = await deps.ledger.readProgress();
  const recovery = await recoverEvents(deps, eventsUntil, now, stop);
  const isWalk = walkDue <= now && !stop.aborted;
  const progress = { eventsUntil: recovery.until, walkDue: isWalk ? now + WALK_AGAIN_SECONDS : walkDue };
  await deps.ledger.writeProgress(progress);
  const walked = isWalk ? await walkSubscriptions(deps, stop) : EMPTY_REPORT;
  if (isWalk) await walkAccounts(deps, stop);
  if (isWalk) await deps.ledger.writeProgress({ ...progress, walkDue: now + WALK_EVERY_SECONDS });
  const report = addReports(recovery.report, walked);
  const found = report.plansRepaired.length + report.failures;
  deps.logger[found > 0 ? 'warn' : 'debug']({ report }, 'the reconciler finished a pass');
}
