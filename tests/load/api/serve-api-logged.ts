import { buildApp } from '@outharbor/api/app';
import { loadConfig } from '@outharbor/api/config/config';
import { buildLogger } from '@outharbor/api/logging/build-logger';
import { createMetrics } from '@outharbor/api/metrics/metrics';
import { createMemoryLedger } from '@outharbor/api/testing/memory-ledger';
import { createMemoryPayments } from '@outharbor/api/testing/memory-payments';
import { EMULATED_ENVIRONMENT } from '@outharbor/api/testing/test-app';
import { CreateCheckoutSessionRequest } from '@outharbor/contract/schemas';
import { pino } from 'pino';

/** The API's server with all its hooks, and an echo behind the checkout's schema. */
const config = loadConfig(
  { ...EMULATED_ENVIRONMENT, LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '9999999' },
  () => '',
);
const identity = { verify: () => Promise.reject(new Error('not asked for')) };
const app = await buildApp({
  config,
  gateways: { payments: createMemoryPayments(), ledger: createMemoryLedger(), identity },
  logger: buildLogger(config.log, pino.destination('/dev/null')),
  metrics: createMetrics(),
});
const schema = { body: CreateCheckoutSessionRequest, response: { 200: CreateCheckoutSessionRequest } };
app.post('/', { schema }, async (request) => request.body);
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
