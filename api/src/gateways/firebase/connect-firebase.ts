import type { Agent } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { deleteApp } from 'firebase-admin/app';
import type { Config } from '../../config/config.ts';
import type { ObserveDependency } from '../dependency.ts';
import { createFirebaseApp } from './app.ts';
import { createFirebaseIdentity } from './identity.ts';
import { createFirebaseLedger } from './ledger.ts';
import { routeFirebaseLog } from './log.ts';

/** Connects to the accounts and database of one Firebase project, which share credentials. */
export function connectFirebase(
  config: Config['firebase'],
  observe: ObserveDependency,
  logger: FastifyBaseLogger,
  httpAgent?: Agent,
) {
  routeFirebaseLog(logger);
  const app = createFirebaseApp(config, httpAgent);
  return {
    ledger: createFirebaseLedger(app, config, observe),
    identity: createFirebaseIdentity(app, config, observe, logger),
    close: () => deleteApp(app),
  };
}
