import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { EMPTY_STATE } from '../testing/memory-ledger.ts';
import { bearer, buildTestApp, createMemoryIdentity, type TestApp } from '../testing/test-app.ts';

const PATHS = [
  API_PATHS.account,
  API_PATHS.createBillingPortalSession,
  API_PATHS.keepPlan,
  API_PATHS.createPlanChangeSession,
  API_PATHS.signOutEverywhere,
  API_PATHS.exportAccount,
  API_PATHS.deleteAccount,
];

const now = () => Math.floor(Date.now() / 1000);

async function subscriber(signedInAt = now()): Promise<TestApp> {
  const test = await buildTestApp({ identity: createMemoryIdentity(new Set(), signedInAt) });
  test.payments.customers.push({ id: 'cus_u', uid: 'u', email: 'u@example.com' });
  const subscriptionId = test.payments.subscribe('cus_u', FIRST.name);
  const account = test.payments.accountName;
  const change = { customerId: 'cus_u', account, subscriptionId, planType: FIRST.name } as const;
  await test.ledger.commit('u', EMPTY_STATE, change);
  return test;
}

const post = ({ app }: TestApp, url: string, body: object = {}, uid = 'u') =>
  app.inject({ method: 'POST', url, headers: bearer(uid), payload: { customerId: 'u', ...body } });
const readCode = async (answer: ReturnType<typeof post>) => (await answer).json().error?.code;

describe.each(PATHS)('%s', (path) => {
  const body = path === API_PATHS.createPlanChangeSession ? { plan: NEXT.price } : {};

  it("rejects calls for another person's account and calls without a token", async () => {
    const test = await subscriber();
    expect(await readCode(post(test, path, body, 'eve'))).toBe('forbidden');
    const bare = await test.app.inject({ method: 'POST', url: path, payload: { customerId: 'u', ...body } });
    expect(bare.json().error.code).toBe('unauthenticated');
    expect(await readCode(post(test, path, { ...body, more: 1 }))).toBe('validation_failed');
    expect(test.payments.subscriptions[0]?.status).toBe('active');
  });

  it('rejects calls for an account that is being deleted, except deletion itself', async () => {
    const test = await subscriber();
    await test.ledger.commit('u', await test.ledger.read('u'), { deletionStartedAt: now() });
    const expected = path === API_PATHS.deleteAccount ? undefined : 'unauthenticated';
    expect(await readCode(post(test, path, body))).toBe(expected);
  });
});

describe('account', () => {
  it('rejects keeping an ended plan and updates an outdated ledger', async () => {
    const test = await subscriber();
    await test.payments.cancelSubscription(test.payments.subscriptions[0]?.id ?? '');
    expect(await readCode(post(test, API_PATHS.keepPlan))).toBe('subscription_ended');
    expect(test.ledger.states.get('u')?.planType).toBeUndefined();
    expect(await readCode(post(test, API_PATHS.keepPlan))).toBe('no_subscription');
  });

  it.each([
    ['to the current plan', FIRST.price, 'plan_unchanged'],
    ['to an unknown plan', 700, 'validation_failed'],
  ])('rejects a change %s', async (_name, plan, code) => {
    expect(await readCode(post(await subscriber(), API_PATHS.createPlanChangeSession, { plan }))).toBe(code);
  });

  it('returns the plan change page unless the plan is ending, overdue or has ended, whatever the record says', async () => {
    const test = await subscriber();
    const [subscription = { id: '' }] = test.payments.subscriptions;
    const change = () => post(test, API_PATHS.createPlanChangeSession, { plan: LAST.price });
    expect((await change()).json().url).toContain(`price_${LAST.name}`);
    Object.assign(subscription, { endsAt: now() + 60 });
    expect(await readCode(change())).toBe('plan_ending');
    Object.assign(subscription, { endsAt: undefined, status: 'past_due' });
    expect(await readCode(change())).toBe('plan_past_due');
    Object.assign(subscription, { endsAt: now() + 60 });
    await test.payments.cancelSubscription(subscription.id);
    expect(await readCode(change())).toBe('subscription_ended');
    expect(await readCode(change())).toBe('no_subscription');
  });

  it('exports the data stored here and at both providers', async () => {
    const exported = (await post(await subscriber(), API_PATHS.exportAccount)).json();
    expect(exported).toMatchObject({
      identity: { email: 'u@example.com' },
      profile: { uid: 'u', planType: FIRST.name },
      billing: { customerId: 'cus_u' },
      payments: [{ id: 'cus_u' }],
    });
  });

  it('is deleted only after a recent sign-in', async () => {
    const late = await subscriber(now() - 600);
    expect(await readCode(post(late, API_PATHS.deleteAccount))).toBe('password_needed');
    expect(late.ledger.states.get('u')?.deletionStartedAt).toBeUndefined();
    const test = await subscriber();
    expect((await post(test, API_PATHS.deleteAccount)).json()).toEqual({ deleted: true });
    expect(await readCode(post(test, API_PATHS.deleteAccount))).toBe('unauthenticated');
    expect(test.ledger.states.get('u')?.deletedAt).toBeGreaterThan(0);
  });
});
