// @module-tag promtool
import { OPERATOR_TASKS } from '@outharbor/api/metrics/metrics';
import { expect, it } from 'vitest';
import { rules } from '../../tests/support/observability/expressions.ts';
import {
  type AlertCase,
  expectAlerts,
  QUIET,
  type Series,
} from '../../tests/support/observability/firing-alerts.ts';

const CHECKOUT = 'route="/api/v1/create-subscription-checkout-session"';
const webhooks = (outcome: string) =>
  `outharbor_webhook_deliveries_total{type="invoice.paid",outcome="${outcome}"}`;
const disputes = (stage: string) => `outharbor_disputes_total{stage="${stage}"}`;
const answers = (status: number) => `outharbor_http_request_seconds_count{${CHECKOUT},status="${status}"}`;
const calls = (outcome: string) =>
  `outharbor_dependency_call_seconds_count{dependency="stripe",outcome="${outcome}"}`;
const checkouts = (le: string) =>
  `outharbor_http_request_seconds_bucket{${CHECKOUT},status="200",le="${le}"}`;

/** Series that Prometheus sees for each alert's fault, in addition to an idle API's. */
const FAULTS: Readonly<Record<string, Series>> = {
  DuplicateSubscription: { outharbor_duplicate_subscriptions_total: '0x80 1x10' },
  RefundRejected: { outharbor_refunds_rejected_total: '0x60 1x30' },
  PaymentDisputed: { [disputes('open')]: '0x60 1x30' },
  SubscriptionWithoutAccount: { outharbor_subscriptions_without_account_total: '0x60 1x30' },
  OperatorTask: { 'outharbor_operator_tasks_total{task="refund_failed"}': '0x60 1x30' },
  ManyAccountsMissing: { outharbor_erasures_withheld_total: '0x60 1x30' },
  WebhookDeliveriesFailing: { [webhooks('failed')]: '0x60 1+1x30' },
  WebhookModeMismatch: { [webhooks('other_mode')]: '0x80 1x10' },
  FrequentPlanRepairs: { 'outharbor_reconciler_repairs_total{kind="plan"}': '0x60 0+1x30' },
  RecoveryStalled: { 'outharbor_reconciler_passes_total{outcome="done"}': '0+1x30 31x60' },
  ApiDown: { 'up{job="api"}': '1x80 0x10' },
  HighErrorRate: { [answers(200)]: '0+30x90', [answers(503)]: '0x60 0+1x30' },
  DependencyUnavailable: { [calls('ok')]: '0+30x90', [calls('unavailable')]: '0x60 0+10x30' },
  CheckoutSlow: {
    [checkouts('2.5')]: '0+9x90',
    [checkouts('5')]: '0+10x90',
    [checkouts('+Inf')]: '0+10x90',
  },
  EventLoopLag: { nodejs_eventloop_lag_p99_seconds: '0.7x90' },
  FileDescriptorsNearLimit: { process_open_fds: '900x90' },
};

it('tests every alert', () => {
  expect(Object.keys(FAULTS).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

/** An idle API whose series are changed by a fault. */
const withFault = (name: string, alert: string, fault: Series): AlertCase => ({
  name,
  series: { ...QUIET, ...fault },
  firing: [alert],
});

const VARIANTS: readonly [name: string, alert: string, fault: Series][] = [
  [
    'a webhook for a deleted account',
    'SubscriptionWithoutAccount',
    { [webhooks('no_account')]: '0x60 1x30' },
  ],
  ['a repeated webhook of the other mode', 'WebhookModeMismatch', { [webhooks('other_mode')]: '1x80 2x10' }],
  ['a lost dispute', 'PaymentDisputed', { [disputes('lost')]: '0x60 1x30' }],
  ["a bank's inquiry", 'PaymentDisputed', { [disputes('inquiry')]: '0x60 1x30' }],
  ['an early fraud warning', 'PaymentDisputed', { [disputes('warning')]: '0x60 1x30' }],
  [
    'an outage masked by many rejected tokens',
    'DependencyUnavailable',
    {
      [calls('unavailable')]: '0+5x90',
      [calls('rejected')]: '0+900x90',
    },
  ],
  [
    'errors masked by many rejections',
    'HighErrorRate',
    { [answers(500)]: '0+1x90', [answers(404)]: '0+900x90' },
  ],
];

it('fires no alert for an idle API', () =>
  expectAlerts([{ name: 'an idle API', series: QUIET, firing: [] }]));

it('fires only its alert for each fault', () =>
  expectAlerts(Object.entries(FAULTS).map(([alert, fault]) => withFault(alert, alert, fault))));

it('fires only OperatorTask for each task', () =>
  expectAlerts(
    OPERATOR_TASKS.map((task) =>
      withFault(task, 'OperatorTask', {
        [`outharbor_operator_tasks_total{task="${task}"}`]: '0x60 1x30',
      }),
    ),
  ));

it('fires the alert of a fault in its other forms, and while other requests mask it', () =>
  expectAlerts(VARIANTS.map((variant) => withFault(...variant))));

it('fires nothing for a won dispute', () =>
  expectAlerts([
    { name: 'a won dispute', series: { ...QUIET, [disputes('closed')]: '0x60 1x30' }, firing: [] },
  ]));

it('fires if no recovery pass or process was ever seen', () => {
  const {
    'up{job="api"}': _up,
    'outharbor_reconciler_passes_total{outcome="done"}': _passes,
    ...rest
  } = QUIET;
  return expectAlerts([{ name: 'nothing seen', series: rest, firing: ['ApiDown', 'RecoveryStalled'] }]);
});
