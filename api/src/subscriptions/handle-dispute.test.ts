import { FIRST } from '@outharbor/contract/testing/plans';
import { expect, it } from 'vitest';
import type { DisputedPayment, DisputeNote, DisputeStage, Subscription } from '../gateways/payments.ts';
import { buildTestApp } from '../testing/test-app.ts';
import { handleDispute } from './handle-dispute.ts';

interface Change {
  readonly noted?: string;
  readonly ofCurrentPeriod?: boolean;
  readonly subscription?: Partial<Subscription>;
}

async function handle(stage: DisputeStage, { noted, ofCurrentPeriod = true, subscription }: Change = {}) {
  const test = await buildTestApp();
  const id = test.payments.subscribe('cus_u', FIRST.name);
  const [bought] = test.payments.subscriptions;
  if (bought === undefined) throw new Error('nothing was bought');
  const disputed: DisputedPayment = {
    id: 'dp_1',
    stage,
    noted,
    ofCurrentPeriod,
    subscription: { ...bought, uid: 'u', ...subscription },
  };
  test.payments.disputes.set('dp_1', disputed);
  const notes: (readonly [string, DisputeNote])[] = [];
  const calls: unknown[] = [];
  test.payments.noteDispute = async (...note) => void notes.push(note);
  const outcome = await handleDispute(
    {
      ...test,
      logger: test.app.log,
      synchronisePlan: async (...call) => {
        calls.push(call);
        return { planType: undefined, subscriptionId: undefined, effect: 'nothing' };
      },
    },
    { id: 'dp_1', isWarning: false, payment: undefined },
  );
  const alerts = test.lines.map((line) => JSON.parse(line) as object).filter((line) => 'alert' in line);
  return {
    id,
    outcome,
    stopsRenewal: notes.map(([, note]) => note.stopsRenewal),
    notes,
    synchronised: calls.length,
    ended: test.payments.subscriptions[0]?.status === 'canceled',
    alerts: alerts.length,
    told: alerts,
    calls,
    metrics: await test.metrics.registry.metrics(),
  };
}

it.each<[DisputeStage, Change, object]>([
  ['warning', {}, { stopsRenewal: [false], synchronised: 0, ended: false, alerts: 1 }],
  ['inquiry', {}, { stopsRenewal: [false], synchronised: 0, ended: false, alerts: 1 }],
  ['open', {}, { stopsRenewal: [true], synchronised: 1, ended: false, alerts: 1 }],
  ['lost', {}, { stopsRenewal: [true], synchronised: 1, ended: true, alerts: 1 }],
  ['closed', {}, { stopsRenewal: [false], synchronised: 1, ended: false, alerts: 0 }],
  ['open', { noted: 'open' }, { stopsRenewal: [], synchronised: 0, ended: false, alerts: 0 }],
  ['lost', { noted: 'lost' }, { stopsRenewal: [], synchronised: 1, ended: true, alerts: 0 }],
  ['lost', { ofCurrentPeriod: false }, { stopsRenewal: [true], synchronised: 1, ended: false }],
  ['open', { subscription: { endsAt: 2_000_000_000 } }, { stopsRenewal: [false], synchronised: 0 }],
  ['lost', { subscription: { status: 'canceled' } }, { stopsRenewal: [false], ended: false }],
])('settles a dispute at the stage %s with %j', async (stage, change, expected) => {
  expect(await handle(stage, change)).toMatchObject({ outcome: 'handled', ...expected });
});

it('records the stage, counts it and tells the operator whose payment is disputed', async () => {
  const { id, notes, calls, told, metrics } = await handle('open');
  expect(notes).toEqual([[id, { id: 'dp_1', stage: 'open', stopsRenewal: true }]]);
  expect(calls).toEqual([['u', { customers: ['cus_u'] }]]);
  expect(told).toEqual([
    expect.objectContaining({
      alert: 'payment_disputed',
      dispute: 'dp_1',
      stage: 'open',
      uid: 'u',
      subscription: id,
    }),
  ]);
  expect(metrics).toContain('outharbor_disputes_total{stage="open"} 1');
});

it.each(['../admins', ''])('ignores a dispute about a payment of the user "%s"', async (uid) => {
  expect(await handle('lost', { subscription: { uid } })).toMatchObject({
    outcome: 'foreign',
    notes: [],
    ended: false,
  });
});
