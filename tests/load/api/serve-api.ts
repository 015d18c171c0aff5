import { buildApp } from '@outharbor/api/app';
import { loadConfig } from '@outharbor/api/config/config';
import { buildLogger } from '@outharbor/api/logging/build-logger';
import { createMetrics } from '@outharbor/api/metrics/metrics';
import { createMemoryLedger } from '@outharbor/api/testing/memory-ledger';
import { createMemoryPayments } from '@outharbor/api/testing/memory-payments';
import { EMULATED_ENVIRONMENT } from '@outharbor/api/testing/test-app';
import { pino } from 'pino';
import { callUpstream } from './call-upstream.ts';
import { startVerifier } from './token-verifier.ts';

/** The API with every plugin of it; only what lies behind the gateways is in memory, but for one upstream call. */
const upstream = process.argv[2] ?? '';
const config = loadConfig(
  { ...EMULATED_ENVIRONMENT, LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '9999999' },
  () => '',
);
const verifier = await startVerifier();
const ledger = createMemoryLedger();
const memory = createMemoryPayments();
const payments = {
  ...memory,
  createCheckoutSession: () => callUpstream(upstream),
  listOpenCheckoutSessions: async () => [],
};
const app = await buildApp({
  config,
  gateways: { payments, ledger, identity: verifier },
  logger: buildLogger(config.log, pino.destination('/dev/null')),
  metrics: createMetrics(),
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const users = Array.from({ length: 50 }, (_, index) => `u${index}`);
process.send?.({ url, tokens: Object.fromEntries(users.map((uid) => [uid, verifier.issue(uid)])) });
