import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type PassLimits, type ReconcilerDeps, reconcilePass } from './reconcile-pass.ts';

const LIMITS: PassLimits = { sessions: 100, users: 100 };
const LEASE_MS = 30_000;

/** Runs a bounded pass at an interval; of several processes, one at a time does the work. */
export function addReconciler(app: FastifyInstance, deps: ReconcilerDeps, intervalSeconds: number): void {
  if (intervalSeconds === 0) return;
  const owner = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let closing = false;

  const schedule = () => {
    // Spread, so that processes that started together do not ask together.
    const delay = intervalSeconds * 1000 * (0.75 + Math.random() / 2);
    timer = setTimeout(() => {
      running = turn(deps, owner).finally(() => {
        if (!closing) schedule();
      });
    }, delay);
    timer.unref();
  };

  app.addHook('onReady', async () => schedule());
  app.addHook('onClose', async () => {
    closing = true;
    clearTimeout(timer);
    await running;
  });
}

async function turn(deps: ReconcilerDeps, owner: string): Promise<void> {
  try {
    const outcome = (await deps.ledger.claimReconciler(owner, LEASE_MS)) ? await pass(deps) : 'skipped';
    deps.metrics.reconcilerPasses.inc({ outcome });
  } catch (err) {
    deps.metrics.reconcilerPasses.inc({ outcome: 'failed' });
    deps.logger.warn({ err }, 'the reconciler gave up this pass');
  }
}

async function pass(deps: ReconcilerDeps): Promise<'done'> {
  const { progress, report } = await reconcilePass(deps, await deps.ledger.readProgress(), LIMITS);
  await deps.ledger.writeProgress(progress);
  const found = report.plansRepaired.length + report.sessionsExpired.length + report.failures;
  deps.logger[found > 0 ? 'warn' : 'debug']({ report }, 'the reconciler finished a pass');
  return 'done';
}
