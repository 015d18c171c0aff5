/** `npm run reconcile`: compares every user with Stripe once, repairs what differs and says what it did. */
import { readFileSync } from 'node:fs';
import { ConfigError, loadConfig } from '../api/src/config/config.ts';
import { connectGateways } from '../api/src/gateways/connect-gateways.ts';
import { buildLogger } from '../api/src/logging/build-logger.ts';
import { createMetrics } from '../api/src/metrics/metrics.ts';
import { reconcilePass, START } from '../api/src/reconciler/reconcile-pass.ts';
import { addReports, EMPTY_REPORT } from '../api/src/reconciler/reconciler-report.ts';
import { createPlanWriter } from '../api/src/subscriptions/plan-writer.ts';

const LIMITS = { sessions: 100, users: 100 };

async function reconcileAll() {
  const config = loadConfig(process.env, (path) => readFileSync(path, 'utf8'));
  const logger = buildLogger({ level: 'error' });
  const metrics = createMetrics();
  const gateways = connectGateways(config, metrics.observeDependency, logger);
  try {
    const deps = { ...gateways, logger, metrics };
    const synchronisePlan = createPlanWriter(deps);
    let progress = START;
    let report = EMPTY_REPORT;
    for (let sessionsDone = false, usersDone = false; !sessionsDone || !usersDone; ) {
      const pass = await reconcilePass({ ...deps, synchronisePlan }, progress, LIMITS);
      progress = pass.progress;
      report = addReports(report, pass.report);
      sessionsDone ||= pass.sessionsDone;
      usersDone ||= pass.usersDone;
    }
    return report;
  } finally {
    await gateways.close();
  }
}

try {
  const report = await reconcileAll();
  console.log(JSON.stringify(report, null, 2));
  process.exitCode = report.failures > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof ConfigError ? error.faults.join('\n') : String(error));
  process.exitCode = 1;
}
