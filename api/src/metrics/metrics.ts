import { GRANTED_PLANS } from '@outharbor/contract/granted-plan';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { ObserveDependency } from '../gateways/dependency.ts';
import type { DisputeStage } from '../gateways/payments.ts';
import { HANDLED_EVENTS } from '../webhooks/plan-events.ts';

const PLANS_AND_NONE = [...GRANTED_PLANS, 'none'];

/** Each is the `alert` of a log line. */
export const OPERATOR_TASKS = [
  'checkout_host_unknown',
  'credit_not_paid_back',
  'customer_search_rejected',
  'deletion_stuck',
  'disabled_account_paused',
  'many_accounts_disabled',
  'many_plans_lost',
  'other_subscription_continues',
  'refund_failed',
  'second_subscription_by_hand',
  'subscription_not_connected',
] as const;

export type OperatorTask = (typeof OPERATOR_TASKS)[number];

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of one API process in their own registry. */
export function createMetrics({ processMetrics = false }: { readonly processMetrics?: boolean } = {}) {
  const registry = new Registry();
  if (processMetrics) collectDefaultMetrics({ register: registry });
  const registers = [registry];

  const dependencyCalls = new Histogram({
    name: 'outharbor_dependency_call_seconds',
    help: 'Calls to outside services by dependency, operation and outcome (ok, rejected, unavailable)',
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
    ...createPlanMetrics(registers),
    ...createOperatorMetrics(registers),
    ...createErasureMetrics(registers),
    ...createWebhookMetrics(registers),
    ...createReconcilerMetrics(registers),
  };
}

function createPlanMetrics(registers: Registry[]) {
  return {
    planChanges: fromZero(
      new Counter({
        name: 'outharbor_plan_changes_total',
        help: 'Plan changes by old and new plan ("none" for no plan)',
        labelNames: ['from', 'to'],
        registers,
      }),
      { from: PLANS_AND_NONE, to: PLANS_AND_NONE },
    ),
    duplicates: new Counter({
      name: 'outharbor_duplicate_subscriptions_total',
      help: 'Duplicate subscriptions that were found and marked for cancellation and refund',
      registers,
    }),
    refundsRejected: new Counter({
      name: 'outharbor_refunds_rejected_total',
      help: 'Refunds of duplicate subscriptions that Stripe rejected',
      registers,
    }),
  };
}

function createOperatorMetrics(registers: Registry[]) {
  return {
    operatorTasks: fromZero(
      new Counter({
        name: 'outharbor_operator_tasks_total',
        help: 'What an operator has to settle by hand, by task; the log line has the same name as its alert',
        labelNames: ['task'],
        registers,
      }),
      { task: OPERATOR_TASKS },
    ),
    disputes: fromZero(
      new Counter({
        name: 'outharbor_disputes_total',
        help: 'Disputed payments by stage (warning, inquiry, open, lost, closed)',
        labelNames: ['stage'],
        registers,
      }),
      { stage: ['warning', 'inquiry', 'open', 'lost', 'closed'] satisfies DisputeStage[] },
    ),
  };
}

function createErasureMetrics(registers: Registry[]) {
  return {
    endedWithoutAccount: new Counter({
      name: 'outharbor_subscriptions_without_account_total',
      help: 'Subscriptions of erased accounts that were ended, with the paid period or at once',
      registers,
    }),
    erasuresWithheld: new Counter({
      name: 'outharbor_erasures_withheld_total',
      help: 'Account walks that deleted nothing because too many accounts were missing',
      registers,
    }),
  };
}

function createWebhookMetrics(registers: Registry[]) {
  return {
    webhooks: fromZero(
      new Counter({
        name: 'outharbor_webhook_deliveries_total',
        help: 'Webhook deliveries by event type and outcome (handled, ignored, foreign, other_mode, no_account, rejected, failed)',
        labelNames: ['type', 'outcome'],
        registers,
      }),
      {
        type: [...HANDLED_EVENTS, 'other', 'unverified'],
        outcome: ['handled', 'ignored', 'foreign', 'other_mode', 'no_account', 'rejected', 'failed'],
      },
    ),
  };
}

function createReconcilerMetrics(registers: Registry[]) {
  return {
    reconcilerPasses: fromZero(
      new Counter({
        name: 'outharbor_reconciler_passes_total',
        help: 'Reconciler passes by outcome (done, failed)',
        labelNames: ['outcome'],
        registers,
      }),
      { outcome: ['done', 'failed'] },
    ),
    reconcilerRepairs: fromZero(
      new Counter({
        name: 'outharbor_reconciler_repairs_total',
        help: 'Repairs by the reconciler, by kind (plan)',
        labelNames: ['kind'],
        registers,
      }),
      { kind: ['plan'] },
    ),
  };
}

/** Starts every series at 0, because `increase` does not see the first event of a new series. */
function fromZero<Label extends string>(
  counter: Counter<Label>,
  values: Readonly<Record<Label, readonly string[]>>,
): Counter<Label> {
  const labels = Object.keys(values) as Label[];
  const combinations = labels.reduce<Partial<Record<Label, string>>[]>(
    (all, label) => all.flatMap((some) => values[label].map((value) => ({ ...some, [label]: value }))),
    [{}],
  );
  for (const combination of combinations) counter.inc(combination, 0);
  return counter;
}
