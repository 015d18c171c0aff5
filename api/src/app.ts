import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { addAccountRoutes } from './account/routes.ts';
import { addCheckoutRoutes } from './checkout/routes.ts';
import type { Config } from './config/config.ts';
import type { Context, Gateways } from './context.ts';
import { readRequestId } from './logging/build-logger.ts';
import type { Metrics } from './metrics/metrics.ts';
import { rejectClientError } from './plugins/client-errors.ts';
import { addDocs } from './plugins/docs.ts';
import { closeConnectionsAsTheyFallIdle } from './plugins/drain.ts';
import { addErrorHandlers, rejectUnroutable } from './plugins/error-handler.ts';
import { addHealth } from './plugins/health.ts';
import { addRateLimit, addTimeLimit } from './plugins/limits.ts';
import { observeRequests } from './plugins/observe-requests.ts';
import { addResponseHeaders, rejectPlainOptions } from './plugins/request-rules.ts';
import { addReconciler } from './reconciler/run-reconciler.ts';
import { addSetupProblemRoutes } from './setup-problems/routes.ts';
import { checkStripe } from './subscriptions/check-stripe.ts';
import { createPlanWriter } from './subscriptions/plan-writer.ts';
import type { Tracing } from './tracing/tracing.ts';
import { addWebhookRoutes } from './webhooks/routes.ts';

export interface AppOptions {
  readonly config: Config;
  readonly gateways: Gateways;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly tracing?: Pick<Tracing, 'plugin'> | undefined;
}

/** Builds the API without listening. The caller closes the gateways. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, gateways, logger, metrics, tracing } = options;
  const app = createServer(config, logger);
  if (tracing) await app.register(tracing.plugin);
  const synchronisePlan = createPlanWriter({ ...gateways, logger, metrics });
  const context: Context = { ...gateways, config, logger, metrics, synchronisePlan };

  closeConnectionsAsTheyFallIdle(app);
  addErrorHandlers(app, metrics);
  addResponseHeaders(app);
  observeRequests(app, metrics);
  // Parsed by default, though a cross-origin form can send it without a preflight.
  app.removeContentTypeParser('text/plain');
  addTimeLimit(app, config.http.requestTimeoutMs);
  rejectPlainOptions(app);
  await app.register(cors, { origin: config.publicUrl, methods: ['GET', 'POST'], maxAge: 600 });
  await addRateLimit(app, config);
  await addDocs(app);

  addHealth(app, gateways);
  addCheckoutRoutes(app, context);
  addAccountRoutes(app, context);
  addSetupProblemRoutes(app);
  app.addHook('onReady', async () => void checkStripe(context));
  addReconciler(app, context, config.reconciler.intervalSeconds);
  await app.register(async (scope) => addWebhookRoutes(scope, context));
  return app;
}

function createServer(config: Config, logger: FastifyBaseLogger): FastifyInstance {
  return Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: readRequestId,
    trustProxy: config.http.trustProxy,
    bodyLimit: 16 * 1024,
    requestTimeout: config.http.requestTimeoutMs,
    // Longer than the front door's own keep-alive, so that it never writes to a connection that is closing.
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    // Requests on existing connections are still answered while the process drains.
    return503OnClosing: false,
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: config.http.requestTimeoutMs,
      connectionsCheckingInterval: 1000,
    },
    routerOptions: { maxParamLength: 200 },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
    clientErrorHandler: rejectClientError,
    frameworkErrors: rejectUnroutable,
  });
}
