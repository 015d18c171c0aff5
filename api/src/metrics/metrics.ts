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
  'plan_not_for_sale',
  'refund_failed',
  'second_subscription_by_hand',
  'stripe_rejected',
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

  /** A counter of each combination of the labels' values, all from 0: `increase` does not see a series begin. */
  function counter<Label extends string = never>(
    name: string,
    help: string,
    values = {} as Readonly<Record<Label, readonly string[]>>,
  ): Counter<Label> {
    const labelNames = Object.keys(values) as Label[];
    const made = new Counter({ name, help, labelNames, registers });
    for (const combination of combinations(values)) made.inc(combination, 0);
    return made;
  }

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
    planChanges: counter(
      'outharbor_plan_changes_total',
      'Plan changes by old and new plan ("none" for no plan)',
      { from: PLANS_AND_NONE, to: PLANS_AND_NONE },
    ),
    duplicates: counter(
      'outharbor_duplicate_subscriptions_total',
      'Duplicate subscriptions that were found and marked for cancellation and refund',
    ),
    refundsRejected: counter(
      'outharbor_refunds_rejected_total',
      'Refunds of duplicate subscriptions that Stripe rejected',
    ),
    operatorTasks: counter(
      'outharbor_operator_tasks_total',
      'What an operator has to settle by hand, by task; the log line has the same name as its alert',
      { task: OPERATOR_TASKS },
    ),
    disputes: counter(
      'outharbor_disputes_total',
      'Disputed payments by stage (warning, inquiry, open, lost, closed)',
      { stage: ['warning', 'inquiry', 'open', 'lost', 'closed'] satisfies DisputeStage[] },
    ),
    endedWithoutAccount: counter(
      'outharbor_subscriptions_without_account_total',
      'Subscriptions of erased accounts that were ended, with the paid period or at once',
    ),
    erasuresWithheld: counter(
      'outharbor_erasures_withheld_total',
      'Account walks that deleted nothing because too many accounts were missing',
    ),
    webhooks: counter(
      'outharbor_webhook_deliveries_total',
      'Webhook deliveries by event type and outcome (handled, ignored, foreign, other_mode, no_account, rejected, failed)',
      {
        type: [...HANDLED_EVENTS, 'other', 'unverified'],
        outcome: ['handled', 'ignored', 'foreign', 'other_mode', 'no_account', 'rejected', 'failed'],
      },
    ),
    reconcilerPasses: counter(
      'outharbor_reconciler_passes_total',
      'Reconciler passes by outcome (done, failed)',
      { outcome: ['done', 'failed'] },
    ),
    reconcilerRepairs: counter(
      'outharbor_reconciler_repairs_total',
      'Repairs by the reconciler, by kind (plan)',
      { kind: ['plan'] },
    ),
  };
}

function combinations<Label extends string>(
  values: Readonly<Record<Label, readonly string[]>>,
): Partial<Record<Label, string>>[] {
  return (Object.keys(values) as Label[]).reduce<Partial<Record<Label, string>>[]>(
    (all, label) => all.flatMap((some) => values[label].map((value) => ({ ...some, [label]: value }))),
    [{}],
  );
}
