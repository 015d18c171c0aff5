import { setTimeout as pause } from 'node:timers/promises';
import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { fetchThrough } from '@outharbor/rehearsal/fetch-through';
import { type Rehearsal, startRehearsal } from '@outharbor/rehearsal/rehearsal';
import { LIVE_RATE_LIMITS } from '@outharbor/rehearsal/stage';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDashboard } from '../support/stage-dashboard.ts';
import { registerAtStage, type StageVisitor } from '../support/stage-visitor.ts';

const RECOVERED = { timeout: 30_000, interval: 200 };

let rehearsal: Rehearsal;
let pid: number | undefined;
beforeAll(async () => {
  // The live default is 15 minutes between reconciler passes.
  rehearsal = await startRehearsal({ apiSettings: { RECONCILE_INTERVAL_SECONDS: '1' } });
  ({ pid } = rehearsal.api);
});
afterEach(async () => {
  await expect.poll(isReady, RECOVERED).toBe(true);
  expect(rehearsal.api.pid, 'the API was not restarted').toBe(pid);
});
afterAll(() => rehearsal?.close());

const isReady = async () => (await fetch(`${rehearsal.api.url}${API_PATHS.ready}`)).status === 200;
const stripe = () => rehearsal.stage.stripe;

/** Counts a user's active subscriptions and paid invoices at Stripe; asserts that there are no refunds. */
async function atStripe({ uid }: StageVisitor) {
  const { customers, subscriptions, invoices, refunds } = await stripe().state();
  const theirs = new Set(
    customers.filter((one) => !one.deleted && one.metadata.uid === uid).map(({ id }) => id),
  );
  const isTheirs = ({ customer }: { readonly customer?: unknown }) => theirs.has(String(customer));
  expect(refunds).toEqual([]);
  return {
    subscriptions: subscriptions.filter((one) => isTheirs(one) && one.status === 'active').length,
    paid: invoices.filter((one) => isTheirs(one) && one.status === 'paid').length,
  };
}

async function expectAgreement(person: StageVisitor, plan: string | null): Promise<void> {
  await expect.poll(() => person.plan(), RECOVERED).toBe(plan);
  expect(await atStripe(person)).toEqual({ subscriptions: plan === null ? 0 : 1, paid: 1 });
}

/** Resolves with the checkout session ID. */
async function buyBasic(person: StageVisitor): Promise<string> {
  const { status, sessionId } = await person.checkOut(FIRST.price);
  expect(status).toBe(200);
  await stripe().pay(sessionId, { card: 'visa' });
  expect(await person.confirm(sessionId)).toBe(200);
  return sessionId;
}

/** One-way latency between continents. */
const FAR_MS = 75;

it("sells plans at intercontinental latency within Stripe's rate limits", async () => {
  const { gateway } = rehearsal.stage;
  gateway.delay(FAR_MS);
  await stripe().setSwitches(LIVE_RATE_LIMITS);
  try {
    await expect.poll(isReady, RECOVERED).toBe(true);
    expect(await timeFastest(5)).toBeGreaterThan(1.9 * FAR_MS);
    const people = await Promise.all(Array.from({ length: 4 }, () => registerAtStage(rehearsal)));
    await Promise.all(
      people.map(async (person) => {
        await buyBasic(person);
        await expectAgreement(person, FIRST.name);
      }),
    );
  } finally {
    gateway.delay(0);
    await stripe().setSwitches({ endpointLimit: null, globalLimit: null });
  }
});

/** Shortest round trip to Stripe, in milliseconds. */
async function timeFastest(calls: number): Promise<number> {
  const { gateway, authority } = rehearsal.stage;
  const ask = fetchThrough(() => gateway.port, authority.certificate);
  const times: number[] = [];
  while (times.length < calls) {
    const began = performance.now();
    await ask('https://api.stripe.com/v1/prices');
    times.push(performance.now() - began);
  }
  return Math.min(...times);
}

describe('recovers consistently, without a restart or a double payment, after', () => {
  it('a day with the webhook endpoint disabled', async () => {
    const { stage } = rehearsal;
    const dashboard = openDashboard(stage);
    const [{ id: endpoint = '' } = {}] = (await dashboard.webhookEndpoints.list()).data;
    const [leaving, buying] = [await registerAtStage(rehearsal), await registerAtStage(rehearsal)];
    const former = await buyBasic(leaving);

    await dashboard.webhookEndpoints.update(endpoint, { disabled: true });
    const { length: sent } = await stripe().deliveries();
    // One user pays and closes the tab, another's plan is cancelled in the dashboard. No webhook is sent.
    const { sessionId } = await buying.checkOut(NEXT.price);
    await stripe().pay(sessionId, { card: 'visa' });
    const session = await dashboard.checkout.sessions.retrieve(former);
    await dashboard.subscriptions.cancel(String(session.subscription));
    await expectAgreement(buying, NEXT.name);
    await expectAgreement(leaving, null);
    await stripe().advanceTime({ days: 1 });
    expect(await stripe().deliveries()).toHaveLength(sent);

    await dashboard.webhookEndpoints.update(endpoint, { disabled: false });
    expect(await buying.confirm(sessionId)).toBe(200);
    await expectAgreement(buying, NEXT.name);
  });

  it("rotations of Google's keys under load", async () => {
    const early = await Promise.all(Array.from({ length: 4 }, () => registerAtStage(rehearsal)));
    const statuses = new Set<number>();
    const stopped = new AbortController();
    const load = early.map(async (visitor) => {
      while (!stopped.signal.aborted) {
        const { status } = await visitor.call(API_PATHS.account, { customerId: visitor.uid });
        statuses.add(status);
        // Stays below the rate limit of one visitor.
        await pause(500);
      }
    });
    try {
      // The keys of two rotations are published ahead, as Google does; a third would have to wait for the clients.
      for (let rotation = 0; rotation < 2; rotation += 1) {
        await rehearsal.stage.identity.rotateKeys();
        const late = await registerAtStage(rehearsal);
        await buyBasic(late);
        await expectAgreement(late, FIRST.name);
      }
    } finally {
      stopped.abort();
      await Promise.all(load);
    }
    expect([...statuses]).toEqual([200]);
  });
});
