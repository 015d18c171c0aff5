import { createCheckoutSession } from '@outharbor/api/checkout/create-checkout-session';
import { AppError, isAppError } from '@outharbor/api/errors/app-error';
import { withinBudget } from '@outharbor/api/errors/time-budget';
import { errorBody } from '@outharbor/api/plugins/error-handler';
import { identify } from '@outharbor/api/plugins/identify';
import { inBatches } from '@outharbor/api/plugins/in-batches';
import { requestIdOf } from '@outharbor/api/plugins/request-id';
import { SECURITY_HEADERS } from '@outharbor/api/plugins/security-headers';
import { createPlanWriter } from '@outharbor/api/subscriptions/plan-writer';
import { planByPrice } from '@outharbor/contract/plans';
import { CreateCheckoutSessionRequest } from '@outharbor/contract/schemas';
import express, { type NextFunction, type Request, type Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import { Compile } from 'typebox/compile';
import { benchConfig, oneCallGateways } from './checkout-parts.ts';
import { startVerifier } from './token-verifier.ts';

/**
 * The checkout call on Express, with the API's logger, metrics, verifier and use case: request ID, headers,
 * rate limit, one log line, one metric, schema, verification, and checkout within its time budget.
 */
const { identity, tokens } = await startVerifier();
const { config, logger, metrics } = benchConfig();
const parts = { ...oneCallGateways(process.argv[2] ?? ''), identity, config, logger, metrics };
const deps = { ...parts, synchronisePlan: createPlanWriter(parts) };
const body = Compile(CreateCheckoutSessionRequest);

const observe = inBatches<() => void>((answer) => answer());

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use((request, response, next) => {
  const started = performance.now();
  const requestId = requestIdOf(request);
  response.locals.requestId = requestId;
  response.set(SECURITY_HEADERS).set('x-request-id', requestId);
  response.set({ 'access-control-allow-origin': config.publicUrl, vary: 'Origin' });
  const log = logger.child({ reqId: requestId });
  response.on('finish', () => {
    const [ms, status] = [performance.now() - started, response.statusCode];
    observe(() => {
      log.info({ req: request, status, ms: Math.round(ms) }, 'request answered');
      metrics.requests.labels({ method: request.method, route: '/', status }).observe(ms / 1000);
    });
  });
  next();
});
app.use(rateLimit({ limit: config.rateLimit.perMinute, windowMs: 60_000 }));
app.use(express.json({ limit: 16 * 1024 }));
app.post('/', async (request, response) => {
  if (!body.Check(request.body)) throw new AppError('validation_failed');
  // The middleware above has counted the request.
  const counted = { headers: request.headers, countUser: async () => undefined };
  const user = await identify(identity, counted, request.body.customerId);
  const plan = planByPrice(request.body.plan);
  if (plan === undefined) throw new AppError('validation_failed');
  const running = createCheckoutSession(deps, { user, plan: plan.name });
  const { id, url } = await withinBudget(config.http.requestTimeoutMs, 'checkout', running);
  response.json({ session: { id, url } });
});
app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
  const known = isAppError(error) ? error : new AppError('internal_error', { cause: error });
  response.status(known.status).json(errorBody(known, String(response.locals.requestId)));
});

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.send?.({ url: `http://127.0.0.1:${port}/`, tokens });
});
