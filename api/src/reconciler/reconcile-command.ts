import { readFileSync } from 'node:fs';
import { ConfigError, loadConfig } from '../config/config.ts';
import type { EnvironmentVariables } from '../config/read-environment.ts';
import { connectGateways } from '../connect-gateways.ts';
import { buildLogger } from '../logging/build-logger.ts';
import { serialiseError } from '../logging/serialise-error.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { findOtherSeller } from '../subscriptions/find-other-seller.ts';
import { createPlanWriter } from '../subscriptions/plan-writer.ts';
import { type ReconcileOptions, reconcileAll } from './reconcile-all.ts';

/** Compares every stored plan with Stripe, prints the report and resolves with the exit code. */
export async function reconcileCommand(
  variables: EnvironmentVariables,
  options: ReconcileOptions,
  { stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>,
): Promise<number> {
  try {
    const report = await reconcile(variables, options);
    stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    return report.failures > 0 ? 1 : 0;
  } catch (error) {
    stderr.write(`${error instanceof ConfigError ? error.faults.join('\n') : reasonOf(error)}\n`);
    return 1;
  }
}

/** What a service said: the message of our own error only says which kind it is. */
function reasonOf(error: unknown): string {
  const { message, cause } = serialiseError(error);
  return cause === undefined ? message : `${message} ${cause.message}`;
}

async function reconcile(variables: EnvironmentVariables, options: ReconcileOptions) {
  const config = loadConfig(variables, (path) => readFileSync(path, 'utf8'));
  const logger = buildLogger({ level: 'error' });
  const metrics = createMetrics();
  const gateways = connectGateways(config, metrics.observeDependency, logger);
  try {
    const seller = await findOtherSeller(gateways);
    if (seller !== undefined) throw new ConfigError([`DEPLOYMENT_ID: the plans were sold as "${seller}"`]);
    const deps = { ...gateways, config, logger, metrics };
    return await reconcileAll({ ...deps, synchronisePlan: createPlanWriter(deps) }, options);
  } finally {
    await gateways.close();
  }
}
