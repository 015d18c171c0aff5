// @module-tag promtool

import { OPERATOR_TASKS } from '@outharbor/api/metrics/metrics';
import { HANDLED_EVENTS } from '@outharbor/api/webhooks/plan-events';
import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { afterAll, expect, it, vi } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { type ChildApi, startChildApi } from '../support/abuse/child-api.ts';
import { openSecondSession, payPlan } from '../support/abuse/purchases.ts';
import { createWebhookCourier } from '../support/abuse/webhook-courier.ts';
import { startWorld } from '../support/abuse/world.ts';
import { VISA } from '../support/card.ts';
import { expectAlerts, QUIET, type Series } from '../support/observability/firing-alerts.ts';

const world = suiteFixture(startWorld);
let api: ChildApi;
afterAll(async () => {
  await api.end('SIGKILL');
});

/** Pays for a plan; without `confirms`, the API has not heard of it. */
async function buy(uid: string, { confirms = true } = {}): Promise<string> {
  await world.storeUser(uid);
  const user = world.user(uid);
  const id = await payPlan(world, user, FIRST);
  if (confirms) await user.confirm(id);
  return id;
}

async function buyAgain(sessionId: string): Promise<void> {
  const id = await openSecondSession(world, await world.sdk.checkout.sessions.retrieve(sessionId), NEXT);
  await world.stripe.advanceTime({ seconds: 5 });
  await world.stripe.pay(id, { card: VISA });
}

async function dispute(session: string): Promise<void> {
  const { customer } = await world.sdk.checkout.sessions.retrieve(session);
  const [charge] = (await world.sdk.charges.list({ customer: String(customer) })).data;
  await world.stripe.dispute(charge?.id ?? '');
}

type Samples = ReadonlyMap<string, number>;

/** The API's counters, as Prometheus reads them. */
async function scrape(): Promise<Samples> {
  const port = await vi.waitFor(() => {
    const [, found] = /"metricsPort":(\d+)/.exec(api.output()) ?? [];
    if (found === undefined) throw new Error('the API has not said where its metrics are');
    return found;
  });
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const counters = text.matchAll(/^# TYPE (outharbor_\w+) counter$/gm);
  const names = new Set(Array.from(counters, ([, name]) => name));
  const lines = text.split('\n').filter((line) => names.has(/^\w+/.exec(line)?.[0]));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

const passes = 'outharbor_reconciler_passes_total{outcome="done"}';

it('fires at the first event of each kind, because the API exports every series from its start at 0', async () => {
  for (const uid of ['lost-0', 'lost-1', 'lost-2', 'lost-3']) await buy(uid, { confirms: false });
  await world.stripe.setSwitches({ refundRefusal: 'insufficient_balance' });
  await buyAgain(await buy('twice'));
  await dispute(await buy('disputer'));
  await buy('disabled');
  world.issuer.users.set('disabled', { disabled: true });
  await buy('stranger');
  world.issuer.users.delete('stranger');
  const ghosts = ['ghost-0', 'ghost-1', 'ghost-2'];
  for (const uid of ghosts) await world.storeUser(uid);

  api = await startChildApi(world, { METRICS_PORT: '0', RECONCILE_INTERVAL_SECONDS: '5' });
  const before = await scrape();
  expect([...before.values()].filter((value) => value !== 0)).toEqual([]);
  for (const task of OPERATOR_TASKS) {
    expect(before.get(`outharbor_operator_tasks_total{task="${task}"}`)).toBe(0);
  }
  for (const type of HANDLED_EVENTS) {
    expect(before.get(`outharbor_webhook_deliveries_total{type="${type}",outcome="failed"}`)).toBe(0);
  }

  await vi.waitFor(async () => expect((await scrape()).get(passes)).toBeGreaterThan(0), 60_000);
  const courier = createWebhookCourier(world, () => api.url);
  await courier.settle();
  const [event] = await courier.events({ fresh: false });
  if (event === undefined) throw new Error('nothing has happened');
  await courier.deliver({ ...event, livemode: true });
  await fetch(api.url + API_PATHS.stripeWebhook, { method: 'POST' });

  const after = await scrape();
  expect([...after.keys()].filter((name) => !before.has(name))).toEqual([]);
  expect(after.get(`outharbor_plan_changes_total{from="${FIRST.name}",to="none"}`)).toBe(1);
  const seen: Series = Object.fromEntries(
    Array.from(after, ([name, value]) => [name, `${before.has(name) ? '0x80' : '_x81'} ${value}x10`]),
  );
  await expectAlerts([
    {
      name: 'the first event of each kind',
      series: { ...QUIET, ...seen, [passes]: QUIET[passes] ?? '' },
      firing: [
        'DuplicateSubscription',
        'FrequentPlanRepairs',
        'ManyAccountsMissing',
        'OperatorTask',
        'PaymentDisputed',
        'RefundRejected',
        'SubscriptionWithoutAccount',
        'WebhookModeMismatch',
      ],
    },
  ]);
}, 120_000);
