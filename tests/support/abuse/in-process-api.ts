import type { Agent } from 'node:https';
import { buildApp } from '@outharbor/api/app';
import type { Config } from '@outharbor/api/config/config';
import { connectGateways } from '@outharbor/api/connect-gateways';
import type { Gateways } from '@outharbor/api/context';
import { buildLogger } from '@outharbor/api/logging/build-logger';
import { createMetrics } from '@outharbor/api/metrics/metrics';
import { type ReconcileOptions, reconcileAll } from '@outharbor/api/reconciler/reconcile-all';
import type { ReconcilerReport } from '@outharbor/api/reconciler/reconciler-report';
import { createPlanWriter } from '@outharbor/api/subscriptions/plan-writer';

export type ApiInstance = Awaited<ReturnType<typeof startApiInstance>>;

/** Wraps the gateways of an API under test. */
export type WrapGateways = (gateways: Gateways) => Gateways;

/** Starts an API on a free port with the live token verifier. `lines` holds its latest log lines. */
export async function startApiInstance(config: Config, agent: Agent, wrap: WrapGateways = (same) => same) {
  const lines: string[] = [];
  const logger = buildLogger(config.log, {
    write: (line) => {
      lines.push(line);
      if (lines.length > 5000) lines.splice(0, 2500);
    },
  });
  const metrics = createMetrics();
  const connected = connectGateways(config, metrics.observeDependency, logger, agent);
  const gateways = wrap(connected);
  const deps = { ...gateways, config, logger, metrics };
  const recovery = { ...deps, synchronisePlan: createPlanWriter(deps) };
  const app = await buildApp({ config, gateways, logger, metrics });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  return {
    url,
    lines,
    /** The latest alerts of a kind whose line contains a text, such as a uid. */
    alerts: (kind: string, about = '') =>
      lines
        .filter((line) => line.includes(`"alert":"${kind}"`) && line.includes(about))
        .map((line): Record<string, unknown> => JSON.parse(line)),
    metrics,
    /** Handles every event and compares every subscription, as the reconciler does in a day. */
    reconcile: (options?: ReconcileOptions): Promise<ReconcilerReport> => reconcileAll(recovery, options),
    /** Dependencies for running a single part of the reconciler. */
    recovery,
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await connected.close();
    },
  };
}
