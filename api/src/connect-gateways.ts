import type { Agent } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/config.ts';
import type { Gateways } from './context.ts';
import type { ObserveDependency } from './gateways/dependency.ts';
import { connectFirebase } from './gateways/firebase/connect-firebase.ts';
import { createStripeGateway } from './gateways/stripe/stripe-gateway.ts';

export interface ConnectedGateways extends Gateways {
  close(): Promise<void>;
}

/** Connects to the services named by the config, real or emulated. */
export function connectGateways(
  config: Config,
  observe: ObserveDependency,
  logger: FastifyBaseLogger,
  httpAgent?: Agent,
): ConnectedGateways {
  return {
    payments: createStripeGateway(config.stripe, observe),
    ...connectFirebase(config.firebase, observe, logger, httpAgent),
  };
}
