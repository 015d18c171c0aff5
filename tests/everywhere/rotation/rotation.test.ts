import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import type { SecretName } from '@outharbor/rehearsal/operator';
import { startRehearsal } from '@outharbor/rehearsal/rehearsal';
import { beforeAll, expect, it } from 'vitest';
import { suiteFixture } from '../../../infra/emulators/tests/support/suite-fixture.ts';
import { openDashboard } from '../../support/stage-dashboard.ts';
import { registerAtStage, type StageVisitor } from '../../support/stage-visitor.ts';

const rehearsal = suiteFixture(() =>
  startRehearsal({ standby: true, apiSettings: { RATE_LIMIT_PER_MINUTE: '100000' } }),
);
let visitors: readonly StageVisitor[];
beforeAll(async () => {
  visitors = await Promise.all(Array.from({ length: 3 }, () => registerAtStage(rehearsal)));
});

/** The runbook's step: replaces the file and recreates the API, one process after the other. */
async function rotate(secret: SecretName, value: string): Promise<void> {
  await writeFile(join(rehearsal.secretsFolder, secret), value);
  for (const api of rehearsal.apis.toReversed()) await api.restart();
}

/** Buys a plan whose tab is closed before the payment is confirmed, so that only the webhook can grant it. */
async function buyByWebhook(): Promise<void> {
  const buyer = await registerAtStage(rehearsal);
  const { status, sessionId } = await buyer.checkOut(FIRST.price);
  expect(status).toBe(200);
  await rehearsal.stage.stripe.pay(sessionId, { card: 'visa' });
  await expect.poll(() => buyer.plan(), { timeout: 30_000 }).toBe(FIRST.name);
}

/** Loads the account page and buys plans while `change` runs; resolves with how often each status was answered. */
async function underLoad(change: () => Promise<void>): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const ended = new AbortController();
  const pages = visitors.map(async (visitor) => {
    while (!ended.signal.aborted) {
      const { status } = await visitor.call(API_PATHS.account, { customerId: visitor.uid });
      statuses[status] = (statuses[status] ?? 0) + 1;
      await pause(50);
    }
  });
  const purchases = (async () => {
    do await buyByWebhook();
    while (!ended.signal.aborted);
  })();
  try {
    await change();
  } finally {
    ended.abort();
    await Promise.all([...pages, purchases]);
  }
  return statuses;
}

async function expectNoFailure(change: () => Promise<void>): Promise<void> {
  const since = Date.now();
  const statuses = await underLoad(change);
  process.stdout.write(`answers by status: ${JSON.stringify(statuses)}\n`);
  expect(Object.keys(statuses)).toEqual(['200']);
  // Rejects if a delivery fails.
  await rehearsal.stage.stripe.settle();
  const failed = (await rehearsal.stage.stripe.deliveries()).flatMap(({ attempts }) =>
    attempts.filter(({ at, status }) => at >= since && status !== 200),
  );
  expect(failed).toEqual([]);
}

it('a new Stripe key is used, and the old one deleted, without a failed request', async () => {
  const { stripe, operator } = rehearsal.stage;
  const next = 'rk_live_next_key_of_the_operator';
  await expectNoFailure(async () => {
    stripe.configure({
      apiKeys: [operator.secrets.stripe_secret_key, next].map((key) => ({
        key,
        permissions: operator.permissions,
      })),
    });
    await rotate('stripe_secret_key', next);
    stripe.configure({ apiKeys: [{ key: next, permissions: operator.permissions }] });
    await buyByWebhook();
  });
});

it('a second key of the service account is used, and the first one deleted, without a failed request', async () => {
  const { identity } = rehearsal.stage;
  const former = (await identity.serviceAccount()) as { readonly private_key_id: string };
  await expectNoFailure(async () => {
    await rotate('firebase_service_account', JSON.stringify(await identity.addServiceAccountKey()));
    await identity.deleteServiceAccountKey(former.private_key_id);
    await buyByWebhook();
  });
});

it('a new signing secret is accepted beside the old one, and then alone, without a failed delivery', async () => {
  const { stripe, operator } = rehearsal.stage;
  const former = operator.secrets.stripe_webhook_secret;
  const next = 'whsec_next_secret_of_the_endpoint';
  await expectNoFailure(async () => {
    await rotate('stripe_webhook_secret', `${former},${next}`);
    await buyByWebhook();
    const dashboard = openDashboard(rehearsal.stage);
    const [endpoint] = (await dashboard.webhookEndpoints.list()).data;
    const url = `${rehearsal.origin}${API_PATHS.stripeWebhook}`;
    stripe.configure({ webhookEndpoints: [{ url, secret: next }] });
    await dashboard.webhookEndpoints.del(endpoint?.id ?? '');
    await stripe.settle();
    await rotate('stripe_webhook_secret', next);
    await buyByWebhook();
  });
});
