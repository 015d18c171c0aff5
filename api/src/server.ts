import { readFileSync } from 'node:fs';
import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { type Config, ConfigError, loadConfig } from './config/config.ts';
import { connectGateways } from './gateways/connect-gateways.ts';
import { bufferedOutput, buildLogger } from './logging/build-logger.ts';
import { createMetrics } from './metrics/metrics.ts';
import { startMetricsServer } from './metrics/metrics-server.ts';

const DRAIN_MS = 15_000;

async function main(config: Config): Promise<void> {
  const output = bufferedOutput();
  process.once('exit', () => output.flushSync());
  const logger = buildLogger(config.log, output);
  const metrics = createMetrics({ processMetrics: true });
  const gateways = connectGateways(config, metrics.observeDependency, logger);
  const app = await buildApp({ config, gateways, logger, metrics });
  const metricsServer = config.metrics && (await startMetricsServer(metrics, config.metrics));

  const { close } = closeWithGrace({ delay: DRAIN_MS, logger }, async ({ signal, err }) => {
    if (err) logger.fatal({ err }, 'the API ends after an error');
    else logger.info({ signal }, 'the API drains');
    await app.close();
    metricsServer?.close();
    await gateways.close();
  });
  // A parent that started this process with a channel is gone when the channel closes.
  process.on('disconnect', close);

  const url = await app.listen({ host: config.http.host, port: config.http.port });
  logger.info({ url, emulated: config.emulated, metricsPort: metricsServer?.port }, 'the API is ready');
  process.send?.({ ready: url });
}

function loadConfigOrExit(): Config {
  try {
    return loadConfig(process.env, (path) => readFileSync(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`The API cannot start:\n${error.faults.map((fault) => `  ${fault}\n`).join('')}`);
    process.exit(78);
  }
}

await main(loadConfigOrExit());
