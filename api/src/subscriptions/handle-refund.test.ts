import { PLAN_CURRENCY, planAmount } from '@outharbor/contract/plans';
import { FIRST } from '@outharbor/contract/testing/plans';
import { expect, it } from 'vitest';
import type { RefundReference } from '../gateways/payments.ts';
import { buildTestApp } from '../testing/test-app.ts';
import { handleRefund } from './handle-refund.ts';

const FAILED: RefundReference = {
  id: 're_1',
  failed: true,
  isOurs: true,
  subscriptionId: 'sub_1',
  customerId: 'cus_u',
  amount: planAmount(FIRST),
  currency: PLAN_CURRENCY,
  reason: 'expired_or_canceled_card',
};

async function handle(refund: RefundReference, known = false) {
  const test = await buildTestApp();
  const noted: string[] = [];
  test.payments.wasReported = async () => known;
  test.payments.noteReported = async (id) => void noted.push(id);
  const outcome = await handleRefund({ ...test, logger: test.app.log }, refund);
  const alerts = test.lines.map((line) => JSON.parse(line) as object).filter((line) => 'alert' in line);
  return { outcome, noted, alerts, metrics: await test.metrics.registry.metrics() };
}

it('tells the operator what is still owed when a refund fails', async () => {
  const { outcome, noted, alerts, metrics } = await handle(FAILED);
  expect([outcome, noted]).toEqual(['handled', ['re_1']]);
  expect(alerts).toEqual([
    expect.objectContaining({
      alert: 'refund_failed',
      refund: 're_1',
      subscription: 'sub_1',
      customer: 'cus_u',
      amount: planAmount(FIRST),
      currency: PLAN_CURRENCY,
      reason: 'expired_or_canceled_card',
      msg: expect.stringContaining('still owed'),
    }),
  ]);
  expect(metrics).toContain('{task="refund_failed"} 1');
});

it.each<[string, RefundReference, boolean, string]>([
  ['a failure that is already known', FAILED, true, 'handled'],
  ['a refund that has not failed', { ...FAILED, failed: false }, false, 'handled'],
  ['a refund of another deployment', { ...FAILED, isOurs: false }, false, 'foreign'],
])('does not tell the operator of %s', async (_, refund, known, outcome) => {
  expect(await handle(refund, known)).toMatchObject({ outcome, noted: [], alerts: [] });
});
