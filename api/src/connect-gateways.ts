import type { Agent } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/config.ts';
import type { ObserveDependency } from './gateways/dependency.ts';
import { closeFirebaseApp, createFirebaseApp } from './gateways/firebase/app.ts';
import { createFirebaseIdentity } from './gateways/firebase/identity.ts';
import { createFirebaseLedger } from './gateways/firebase/ledger.ts';
import { routeFirebaseLog } from './gateways/firebase/log.ts';
import { createStripeGateway } from './gateways/stripe/stripe-gateway.ts';

/** Connects to the services named by the config, real or emulated. */
export function connectGateways(
  { stripe, firebase }: Config,
  observe: ObserveDependency,
  logger: FastifyBaseLogger,
  httpAgent?: Agent,
) {
  routeFirebaseLog(logger);
  const app = createFirebaseApp(firebase, httpAgent);
  return {
    payments: createStripeGateway(stripe, observe),
    ledger: createFirebaseLedger(app, firebase, observe),
    identity: createFirebaseIdentity(app, firebase, observe, logger),
    close: () => closeFirebaseApp(app),
  };
}
