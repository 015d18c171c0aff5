import type { FastifyBaseLogger } from 'fastify';
import { deleteApp } from 'firebase-admin/app';
import type { Config } from '../config/config.ts';
import type { Gateways } from '../context.ts';
import type { ObserveDependency } from '../metrics/metrics.ts';
import { createFirebaseApp } from './firebase-app.ts';
import { createFirebaseIdentity } from './firebase-identity.ts';
import { createFirebaseLedger } from './firebase-ledger.ts';
import { routeFirebaseLog } from './firebase-log.ts';
import { createStripeGateway } from './stripe.ts';

export interface ConnectedGateways extends Gateways {
  close(): Promise<void>;
}

/** The gateways to the services that the config names, real or emulated. */
export function connectGateways(
  config: Config,
  observe: ObserveDependency,
  logger: FastifyBaseLogger,
): ConnectedGateways {
  routeFirebaseLog(logger);
  const app = createFirebaseApp(config.firebase);
  return {
    payments: createStripeGateway(config.stripe, observe),
    ledger: createFirebaseLedger(app, config.firebase, observe),
    identity: createFirebaseIdentity(app, config.firebase, observe),
    close: () => deleteApp(app),
  };
}
