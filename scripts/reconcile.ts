/**
 * `npm run reconcile`: compares every stored plan with Stripe, repairs the differences and prints a report.
 * Settings come from the environment, or with `-- --live` from the live compose file.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../api/src/config/config.ts';
import { connectGateways } from '../api/src/connect-gateways.ts';
import { buildLogger } from '../api/src/logging/build-logger.ts';
import { createMetrics } from '../api/src/metrics/metrics.ts';
import { reconcileAll } from '../api/src/reconciler/reconcile-all.ts';
import { findOtherSeller } from '../api/src/subscriptions/find-other-seller.ts';
import { createPlanWriter } from '../api/src/subscriptions/plan-writer.ts';
import { liveEnvironment } from './live-environment.ts';

async function reconcile() {
  const { values } = parseArgs({
    options: { live: { type: 'boolean', default: false }, 'even-many': { type: 'boolean', default: false } },
  });
  const environment = values.live ? await liveEnvironment(process.env) : process.env;
  const config = loadConfig(environment, (path) => readFileSync(path, 'utf8'));
  const logger = buildLogger({ level: 'error' });
  const metrics = createMetrics();
  const gateways = connectGateways(config, metrics.observeDependency, logger);
  try {
    const seller = await findOtherSeller(gateways);
    if (seller !== undefined) throw new ConfigError([`DEPLOYMENT_ID: the plans were sold as "${seller}"`]);
    const deps = { ...gateways, config, logger, metrics };
    const options = { evenMany: values['even-many'] };
    return await reconcileAll({ ...deps, synchronisePlan: createPlanWriter(deps) }, options);
  } finally {
    await gateways.close();
  }
}

try {
  const report = await reconcile();
  console.log(JSON.stringify(report, null, 2));
  process.exitCode = report.failures > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof ConfigError ? error.faults.join('\n') : String(error));
  process.exitCode = 1;
}
