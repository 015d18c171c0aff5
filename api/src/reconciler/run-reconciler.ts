import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { PASS_LIMITS } from './reconcile-all.ts';
import { type ReconcilerDeps, reconcilePass } from './reconcile-pass.ts';

/** A pass that finds its dependencies slow goes on in the next one, before another process may begin. */
const PASS_MS = 15_000;
const LEASE_MS = 30_000;

/** Runs a bounded pass at an interval; of several processes, one at a time does the work. */
export function addReconciler(app: FastifyInstance, deps: ReconcilerDeps, intervalSeconds: number): void {
  if (intervalSeconds === 0) return;
  const owner = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const closing = new AbortController();

  const schedule = () => {
    // Spread, so that processes that started together do not ask together.
    const delay = intervalSeconds * 1000 * (0.75 + Math.random() / 2);
    timer = setTimeout(() => {
      running = turn(deps, owner, closing.signal).finally(() => {
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

async function turn(deps: ReconcilerDeps, owner: string, closing: AbortSignal): Promise<void> {
  try {
    const claimed = await deps.ledger.claimReconciler(owner, LEASE_MS);
    const outcome = claimed ? await pass(deps, closing) : 'skipped';
    deps.metrics.reconcilerPasses.inc({ outcome });
  } catch (err) {
    deps.metrics.reconcilerPasses.inc({ outcome: 'failed' });
    deps.logger.warn({ err }, 'the reconciler gave up this pass');
  }
}

async function pass(deps: ReconcilerDeps, closing: AbortSignal): Promise<'done'> {
  const stop = AbortSignal.any([closing, AbortSignal.timeout(PASS_MS)]);
  const { progress, report } = await reconcilePass(deps, await deps.ledger.readProgress(), PASS_LIMITS, stop);
  await deps.ledger.writeProgress(progress);
  const found = report.plansRepaired.length + report.sessionsExpired.length + report.failures;
  deps.logger[found > 0 ? 'warn' : 'debug']({ report }, 'the reconciler finished a pass');
  return 'done';
}
