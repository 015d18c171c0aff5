import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { ObserveDependency } from '../gateways/dependency.ts';
import type { DisputeStage } from '../gateways/payment-gateway.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics of one API process, in a registry of their own. */
export function createMetrics({ processMetrics = false }: { readonly processMetrics?: boolean } = {}) {
  const registry = new Registry();
  if (processMetrics) collectDefaultMetrics({ register: registry });
  const registers = [registry];

  const dependencyCalls = new Histogram({
    name: 'outharbor_dependency_call_seconds',
    help: 'Calls to outside services by dependency, operation and outcome (ok, refused, unavailable)',
    labelNames: ['dependency', 'operation', 'outcome'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const observeDependency: ObserveDependency = (dependency, operation, outcome, seconds) => {
    dependencyCalls.observe({ dependency, operation, outcome }, seconds);
  };

  return {
    registry,
    observeDependency,
    requests: new Histogram({
      name: 'outharbor_http_request_seconds',
      help: 'Answered requests by method, route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    planChanges: new Counter({
      name: 'outharbor_plan_changes_total',
      help: 'Changes of a user\'s plan, by old and new plan ("none" for no plan)',
      labelNames: ['from', 'to'],
      registers,
    }),
    duplicates: new Counter({
      name: 'outharbor_duplicate_subscriptions_total',
      help: 'Second subscriptions of one user that were found and marked, to be cancelled and refunded',
      registers,
    }),
    refundsRefused: new Counter({
      name: 'outharbor_refunds_refused_total',
      help: 'Tries to refund a second subscription that Stripe refused',
      registers,
    }),
    disputes: countedFromZero(
      new Counter({
        name: 'outharbor_disputes_total',
        help: 'Payments that were disputed, by stage (warning, inquiry, open, lost, closed)',
        labelNames: ['stage'],
        registers,
      }),
      ['warning', 'inquiry', 'open', 'lost', 'closed'],
    ),
    endedWithoutAccount: new Counter({
      name: 'outharbor_subscriptions_without_account_total',
      help: 'Subscriptions of erased accounts that were set to end with the paid period',
      registers,
    }),
    erasuresWithheld: new Counter({
      name: 'outharbor_erasures_withheld_total',
      help: 'Walks that found so many accounts missing that none of them was ended',
      registers,
    }),
    webhooks: new Counter({
      name: 'outharbor_webhook_deliveries_total',
      help: 'Webhook deliveries by event type and outcome (handled, ignored, foreign, other_mode, no_account, rejected, failed)',
      labelNames: ['type', 'outcome'],
      registers,
    }),
    reconcilerPasses: new Counter({
      name: 'outharbor_reconciler_passes_total',
      help: 'Reconciler passes by outcome (done, failed)',
      labelNames: ['outcome'],
      registers,
    }),
    reconcilerRepairs: new Counter({
      name: 'outharbor_reconciler_repairs_total',
      help: 'What the reconciler put right, by kind (plan)',
      labelNames: ['kind'],
      registers,
    }),
  };
}

/** A series that is only there once something has happened has no increase for an alert to see. */
function countedFromZero(counter: Counter<'stage'>, stages: readonly DisputeStage[]): Counter<'stage'> {
  for (const stage of stages) counter.inc({ stage }, 0);
  return counter;
}
