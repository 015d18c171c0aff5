import { loadConfig } from '@outharbor/api/config/config';
import { bufferedOutput, buildLogger } from '@outharbor/api/logging/build-logger';
import { createMetrics } from '@outharbor/api/metrics/metrics';
import { createMemoryLedger } from '@outharbor/api/testing/memory-ledger';
import { createMemoryPayments } from '@outharbor/api/testing/memory-payments';
import { EMULATED_ENVIRONMENT } from '@outharbor/api/testing/test-app';
import { createUpstream } from './call-upstream.ts';

export const USERS = Array.from({ length: 50 }, (_, index) => `u${index}`);

/** Configuration shared by all contenders. The log is written to /dev/null. */
export function benchConfig(variables: Readonly<Record<string, string>> = {}) {
  const environment = { ...EMULATED_ENVIRONMENT, LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '9999999' };
  const config = loadConfig({ ...environment, ...variables }, () => '');
  const logger = buildLogger(config.log, bufferedOutput('/dev/null'));
  return { config, logger, metrics: createMetrics() };
}

/** In-memory gateways that make one external call per checkout. */
export function oneCallGateways(upstream: string) {
  return {
    ledger: createMemoryLedger(),
    payments: {
      ...createMemoryPayments(),
      createCheckoutSession: createUpstream(upstream),
      listCheckoutSessions: async () => [],
    },
  };
}
