import type { Agent } from 'node:https';
import { buildApp } from '@outharbor/api/app';
import type { Config } from '@outharbor/api/config/config';
import type { Gateways } from '@outharbor/api/context';
import { createFirebaseApp } from '@outharbor/api/gateways/firebase-app';
import { createFirebaseIdentity } from '@outharbor/api/gateways/firebase-identity';
import { createFirebaseLedger } from '@outharbor/api/gateways/firebase-ledger';
import { routeFirebaseLog } from '@outharbor/api/gateways/firebase-log';
import { createStripeGateway } from '@outharbor/api/gateways/stripe';
import { buildLogger } from '@outharbor/api/logging/build-logger';
import { createMetrics } from '@outharbor/api/metrics/metrics';
import { reconcileAll } from '@outharbor/api/reconciler/reconcile-all';
import type { ReconcilerReport } from '@outharbor/api/reconciler/reconciler-report';
import { createPlanWriter } from '@outharbor/api/subscriptions/plan-writer';
import { deleteApp } from 'firebase-admin/app';

export type ApiInstance = Awaited<ReturnType<typeof startApiInstance>>;

/** Lets a test stand between the API and its gateways. */
export type WrapGateways = (gateways: Gateways) => Gateways;

/** An API that listens on a free port, with the live token verifier and its log kept. */
export async function startApiInstance(config: Config, agent: Agent, wrap: WrapGateways = (same) => same) {
  const lines: string[] = [];
  const logger = buildLogger(config.log, {
    write: (line) => {
      lines.push(line);
      if (lines.length > 5000) lines.splice(0, 2500);
    },
  });
  routeFirebaseLog(logger);
  const metrics = createMetrics();
  const observe = metrics.observeDependency;
  const firebase = createFirebaseApp(config.firebase, agent);
  const gateways = wrap({
    payments: createStripeGateway(config.stripe, observe),
    ledger: createFirebaseLedger(firebase, config.firebase, observe),
    identity: createFirebaseIdentity(firebase, config.firebase, observe),
  });
  const deps = { ...gateways, config, logger, metrics };
  const recovery = { ...deps, synchronisePlan: createPlanWriter(deps) };
  const app = await buildApp({ config, gateways, logger, metrics });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  return {
    url,
    lines,
    metrics,
    /** Handles every event and compares every subscription, as the reconciler does in a day. */
    reconcile: (): Promise<ReconcilerReport> => reconcileAll(recovery),
    /** With which a test takes one part of that. */
    recovery,
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await deleteApp(firebase);
    },
  };
}
