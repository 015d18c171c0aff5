import { readFileSync } from 'node:fs';
import closeWithGrace from 'close-with-grace';
import type { FastifyBaseLogger } from 'fastify';
import pTimeout from 'p-timeout';
import { buildApp } from './app.ts';
import { type Config, ConfigError, loadConfig } from './config/config.ts';
import { connectGateways } from './connect-gateways.ts';
import type { Gateways } from './context.ts';
import type { ObserveDependency } from './gateways/dependency.ts';
import { bufferedOutput, buildLogger } from './logging/build-logger.ts';
import { keepAlerts } from './logging/keep-alerts.ts';
import { logStrayOutput } from './logging/log-stray-output.ts';
import { createMetrics } from './metrics/metrics.ts';
import { startMetricsServer } from './metrics/metrics-server.ts';
import { findOtherSeller } from './subscriptions/find-other-seller.ts';

const DRAIN_MS = 15_000;
const SELLER_MS = 3000;
/** EX_CONFIG of sysexits.h. */
const MISCONFIGURED = 78;

async function main(config: Config, logger: FastifyBaseLogger): Promise<void> {
  const metrics = createMetrics({ processMetrics: true });
  const tracing = await startTracingIfWanted(config, logger);
  const observe: ObserveDependency = (...call) => {
    metrics.observeDependency(...call);
    tracing?.observeDependency(...call);
  };
  const gateways = connectGateways(config, observe, logger);
  await requireOwnPlans(config, gateways, logger);
  const app = await buildApp({ config, gateways, logger, metrics, tracing });
  const metricsServer = config.metrics && (await startMetricsServer(metrics, config.metrics));

  const { close } = closeWithGrace({ delay: DRAIN_MS, logger }, async ({ signal, err }) => {
    if (err) logger.fatal({ err }, 'the API is shutting down after an error');
    else logger.info({ signal }, 'the API is draining');
    await app.close();
    metricsServer?.close();
    await gateways.close();
    await tracing?.close();
  });
  // The channel to a parent process closes when the parent exits.
  process.on('disconnect', close);

  const url = await app.listen({ host: config.http.host, port: config.http.port });
  logger.info({ url, emulated: config.emulated, metricsPort: metricsServer?.port }, 'the API is ready');
  // A parent that exited meanwhile left no event behind.
  if (process.connected === false) close();
  else process.send?.({ ready: url });
}

/** The SDK is loaded only if an endpoint is set. */
async function startTracingIfWanted(config: Config, logger: FastifyBaseLogger) {
  if (config.traceEndpoint === null) return undefined;
  const { startTracing } = await import('./tracing/tracing.ts');
  return startTracing(config.traceEndpoint, logger);
}

/**
 * Only logs a warning when Stripe or the database cannot be asked; the nightly job removes no plan in doubt.
 */
async function requireOwnPlans(config: Config, gateways: Gateways, logger: FastifyBaseLogger): Promise<void> {
  const { deployment } = config.stripe;
  try {
    const seller = await pTimeout(findOtherSeller(gateways), { milliseconds: SELLER_MS });
    if (seller === undefined) return;
    startupLogger.fatal(
      `DEPLOYMENT_ID: the plans in this database were sold as "${seller}", not as "${deployment}"; set it to ${seller}`,
    );
  } catch (err) {
    logger.warn({ err }, 'could not check DEPLOYMENT_ID');
    return;
  }
  process.exit(MISCONFIGURED);
}

function loadConfigOrExit(): Config {
  try {
    return loadConfig(process.env, (path) => readFileSync(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const fault of error.faults) startupLogger.fatal(fault);
    process.exit(MISCONFIGURED);
  }
}

function openLog() {
  const { alertFile } = config.log;
  try {
    return alertFile === null ? bufferedOutput() : keepAlerts(bufferedOutput(), alertFile);
  } catch (error) {
    startupLogger.fatal(`ALERT_LOG cannot be written: ${String(error)}`);
    process.exit(MISCONFIGURED);
  }
}

/** Logs startup failures, unbuffered and whatever the log level. */
const startupLogger = buildLogger({ level: 'fatal' }, process.stderr);
const config = loadConfigOrExit();
const logger = buildLogger(config.log, openLog());
logStrayOutput(logger);
try {
  await main(config, logger);
} catch (err) {
  startupLogger.fatal({ err }, 'the API failed to start');
  process.exit(1);
}
