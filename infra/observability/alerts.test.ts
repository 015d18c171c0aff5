import { expect, it } from 'vitest';
import { rules } from './expressions.ts';
import { expectAlerts, QUIET, type Series } from './firing-alerts.ts';

const CHECKOUT = 'route="/api/v1/create-subscription-checkout-session"';
const webhooks = (outcome: string) =>
  `outharbor_webhook_deliveries_total{type="invoice.paid",outcome="${outcome}"}`;
const disputes = (stage: string) => `outharbor_disputes_total{stage="${stage}"}`;
const answers = (status: number) => `outharbor_http_request_seconds_count{${CHECKOUT},status="${status}"}`;
const calls = (outcome: string) =>
  `outharbor_dependency_call_seconds_count{dependency="stripe",outcome="${outcome}"}`;
const checkouts = (le: string) =>
  `outharbor_http_request_seconds_bucket{${CHECKOUT},status="200",le="${le}"}`;

/** What Prometheus sees of the fault that an alert is for, beside what an idle API shows. */
const FAULTS: Readonly<Record<string, Series>> = {
  DuplicateSubscription: { outharbor_duplicate_subscriptions_total: '0x80 1x10' },
  RefundRefused: { outharbor_refunds_refused_total: '0x60 1x30' },
  PaymentDisputed: { [disputes('open')]: '0x60 1x30' },
  PaysWithoutAccount: { outharbor_subscriptions_without_account_total: '0x60 1x30' },
  ManyAccountsMissing: { outharbor_erasures_withheld_total: '0x60 1x30' },
  WebhooksFail: { [webhooks('failed')]: '0x60 1+1x30' },
  WebhooksOfAnotherMode: { [webhooks('other_mode')]: '_x80 1x10' },
  RecoveryRepairsPlans: { 'outharbor_reconciler_repairs_total{kind="plan"}': '0x60 0+1x30' },
  RecoveryStands: { 'outharbor_reconciler_passes_total{outcome="done"}': '0+1x30 31x60' },
  ApiDown: { 'up{job="api"}': '1x80 0x10' },
  ErrorsServed: { [answers(200)]: '0+30x90', [answers(503)]: '0x60 0+1x30' },
  DependencyUnavailable: { [calls('ok')]: '0+30x90', [calls('unavailable')]: '0x60 0+10x30' },
  CheckoutSlow: {
    [checkouts('2.5')]: '0+9x90',
    [checkouts('5')]: '0+10x90',
    [checkouts('+Inf')]: '0+10x90',
  },
  EventLoopLags: { nodejs_eventloop_lag_p99_seconds: '0.7x90' },
  FileHandlesGrow: { process_open_fds: '900x90' },
};

it('has a fault for every alert', () => {
  expect(Object.keys(FAULTS).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

it('fires no alert for an idle API', () => expectAlerts([{ series: QUIET, firing: [] }]));

it.each(Object.entries(FAULTS))('fires %s, and nothing else, for its fault', (alert, fault) =>
  expectAlerts([{ series: { ...QUIET, ...fault }, firing: [alert] }]),
);

it.each<[string, string, Series]>([
  ['a webhook for an account that is gone', 'PaysWithoutAccount', { [webhooks('no_account')]: '0x60 1x30' }],
  ['another webhook of the other mode', 'WebhooksOfAnotherMode', { [webhooks('other_mode')]: '1x80 2x10' }],
  ['a payment that was lost', 'PaymentDisputed', { [disputes('lost')]: '0x60 1x30' }],
  ["a bank's inquiry", 'PaymentDisputed', { [disputes('inquiry')]: '0x60 1x30' }],
  ['an early fraud warning', 'PaymentDisputed', { [disputes('warning')]: '0x60 1x30' }],
  [
    'an outage behind many refused tokens',
    'DependencyUnavailable',
    {
      [calls('unavailable')]: '0+5x90',
      [calls('refused')]: '0+900x90',
    },
  ],
  ['errors behind many refusals', 'ErrorsServed', { [answers(500)]: '0+1x90', [answers(404)]: '0+900x90' }],
])('fires for %s', (_what, alert, fault) =>
  expectAlerts([{ series: { ...QUIET, ...fault }, firing: [alert] }]),
);

it('fires nothing for a dispute that was closed in our favour', () =>
  expectAlerts([{ series: { ...QUIET, [disputes('closed')]: '0x60 1x30' }, firing: [] }]));

it('fires where no pass of the recovery and no process was ever seen', () => {
  const {
    'up{job="api"}': _up,
    'outharbor_reconciler_passes_total{outcome="done"}': _passes,
    ...rest
  } = QUIET;
  return expectAlerts([{ series: rest, firing: ['ApiDown', 'RecoveryStands'] }]);
});
