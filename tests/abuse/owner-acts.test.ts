import { API_PATHS } from '@outharbor/contract/paths';
import { PLAN_CURRENCY, planLookupKey, planProductId } from '@outharbor/contract/plans';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { buyPlan, findPrice, signUp } from '../support/abuse/purchases.ts';
import { startSecondDeployment } from '../support/abuse/second-deployment.ts';
import { startWorld } from '../support/abuse/world.ts';
import { VISA } from '../support/card.ts';

describe('marks at Stripe that the owner changes, and what the API makes of them', () => {
  const world = suiteFixture(startWorld);
  const staging = suiteFixture(() => startSecondDeployment(world));
  const read = (id: string) => world.sdk.subscriptions.retrieve(id);

  const subscribe = (uid: string) => signUp(world, uid, FIRST);

  /** The alerts that `work` raises. */
  async function alertsOf(work: () => Promise<unknown>): Promise<unknown[]> {
    const from = world.api().lines.length;
    await work();
    return world
      .api()
      .lines.slice(from)
      .flatMap((line) => (JSON.parse(line) as { alert?: string }).alert ?? []);
  }

  beforeAll(async () => {
    // One act must not be "many".
    for (let count = 0; count < 8; count += 1) await subscribe(`other-${count}`);
  });
  afterEach(() => world.stripeProxy.heal());

  describe('a pause by hand, after an account was disabled and enabled again', () => {
    it.each([
      ['every event arrives', true, 'the account page'],
      ['every event arrives', true, 'the night'],
      ['no event arrives', false, 'the night'],
    ])('stays if %s (%s) and %s comes', async (_events, arrives, by) => {
      const uid = `paused-${arrives}-${by.length}`;
      const { user, subscription } = await subscribe(uid);
      const settle = async () => {
        if (arrives) await world.settle();
      };
      world.issuer.users.set(uid, { disabled: true });
      await world.api().reconcile();
      expect((await read(subscription)).pause_collection).not.toBeNull();
      world.issuer.users.set(uid, {});
      await world.sdk.subscriptions.update(subscription, { pause_collection: '' });
      await settle();
      await world.sdk.subscriptions.update(subscription, { pause_collection: { behavior: 'void' } });
      await settle();
      if (by === 'the night') await world.api().reconcile();
      else await user.ask(API_PATHS.account);
      expect((await read(subscription)).pause_collection).not.toBeNull();
      expect(await world.readPlan(uid)).toBeNull();
    });
  });

  it.each([
    ['uid', 'a space at its end', (text: string) => `${text} `],
    ['uid', 'an address', () => 'jo@example.com'],
    ['uid', 'a path', (text: string) => `users/${text}`],
    ['uid', 'a letter too few', (text: string) => text.slice(0, -1)],
    ['deployment', 'a space at its end', (text: string) => `${text} `],
  ])(
    'tells of a %s with %s, by the event and by the night, and sells nothing else',
    async (key, how, mistype) => {
      const uid = `mistyped-${key}-${how.length}`;
      const { user, subscription, metadata } = await subscribe(uid);
      const wrong = { [key]: mistype(metadata?.[key] ?? '') };
      await world.sdk.subscriptions.update(subscription, { metadata: wrong });
      expect(await alertsOf(() => world.settle())).toContainEqual(
        expect.stringMatching(/^(subscription_not_connected|event_without_account)$/),
      );
      const told = await alertsOf(() => world.api().reconcile());
      expect(told).toContainEqual(expect.stringMatching(/^subscription_(not_connected|without_account)$/));
      expect((await user.book(NEXT.price)).body.error?.code).toBe('plan_managed');
      // Mended, it is the same plan again.
      await world.sdk.subscriptions.update(subscription, { metadata: metadata ?? {} });
      await world.settle();
      expect(await world.readPlan(uid)).toBe(FIRST.name);
    },
  );

  describe('beside another deployment on the account', () => {
    it.each([
      ['no deployment', { deployment: '' }, FIRST.name],
      ['nobody at all', { deployment: '', uid: '' }, FIRST.name],
    ])(
      'is its customer who says whose a subscription is that names %s, for a year of nights',
      async (what, metadata, plan) => {
        const uid = `theirs-${what.replaceAll(' ', '-')}`;
        const { subscription, customer } = await buyPlan(world, staging.user(uid), FIRST);
        await world.sdk.subscriptions.update(subscription, { metadata });
        for (let month = 0; month < 12; month += 1) {
          await world.stripe.advanceTime({ months: 1, hours: 2 });
          await world.api().reconcile();
          expect(await read(subscription)).toMatchObject({ status: 'active', cancel_at: null, customer });
          await staging.reconcile();
        }
        expect(await staging.recovery.ledger.readRecord(uid)).toMatchObject({ planType: plan });
        expect(await world.observe(`billing/${uid}`)).toBeNull();
      },
    );

    it('leaves a customer alone that a copied database names', async () => {
      const { customer, subscription } = await buyPlan(world, staging.user('copied'), FIRST);
      await world.sdk.subscriptions.cancel(subscription);
      await world.storeUser('copied');
      const { account } = await staging.recovery.ledger.read('copied');
      await world.overwrite('billing/copied', { revision: 3, customerId: customer, account });
      const user = world.user('copied');
      expect((await user.ask(API_PATHS.createBillingPortalSession)).status).toBe(404);
      const bought = await buyPlan(world, user, FIRST);
      expect(bought.customer).not.toBe(customer);
      await world.overwrite('billing/copied/customerId', customer);
      expect((await user.ask(API_PATHS.deleteAccount)).status).toBe(200);
      expect(await world.sdk.customers.retrieve(customer)).not.toHaveProperty('deleted');
    });
  });

  it('sells no second plan where customers cannot be searched and the billing record is lost', async () => {
    await world.stripe.addFault({ kind: 'forbidden', path: '/v1/customers/search', count: null });
    const { user } = await subscribe('unsearched');
    await world.overwrite('billing/unsearched', null);
    await world.stripe.advanceTime({ hours: 26 });
    expect((await user.book(NEXT.price)).body.error?.code).toBe('plan_already_active');
    await world.stripe.clearFaults();
  });

  it('shows receipts, and what was returned, behind a hundred other invoices and charges', async () => {
    const { user, customer } = await subscribe('shopper');
    const [paid] = (await world.sdk.charges.list({ customer })).data;
    await world.sdk.refunds.create({ charge: paid?.id ?? '', amount: 1000 });
    const [card] = (await world.sdk.customers.listPaymentMethods(customer)).data;
    const payment = { customer, currency: PLAN_CURRENCY, payment_method: card?.id ?? '' };
    for (let count = 0; count < 101; count += 1) {
      await world.sdk.invoices.create({ customer, auto_advance: false });
      await world.sdk.paymentIntents.create({ ...payment, amount: 900, confirm: true, off_session: true });
    }
    const { receipts } = await user.account();
    expect(receipts).toMatchObject([{ status: 'paid', returned: 1000 }]);
  });

  it('repairs a billing record whose revision is a text', async () => {
    await subscribe('worded');
    await world.overwrite('billing/worded/revision', 'four');
    await world.overwrite('users/worded/subscription/planType', NEXT.name);
    await world.api().reconcile();
    expect(await world.readPlan('worded')).toBe(FIRST.name);
    expect(await world.observe('billing/worded/revision')).toBeTypeOf('number');
  });

  it('does not delete an account for a mark that is a text', async () => {
    await subscribe('marked');
    await world.overwrite('billing/marked/deletionStartedAt', 'yesterday');
    await world.api().reconcile();
    expect(await world.readPlan('marked')).toBe(FIRST.name);
  });

  it('says which plan is not for sale, and tells the operator', async () => {
    const { data } = await world.sdk.prices.list({ lookup_keys: [planLookupKey(NEXT)] });
    await world.sdk.prices.update(data[0]?.id ?? '', { active: false });
    const fresh = await startSecondDeployment(world, 'fresh');
    const { status, body } = await fresh.user('buyer').book(NEXT.price);
    expect([status, body.error?.code]).toEqual([409, 'plan_not_for_sale']);
    expect(body.error?.message).toContain(NEXT.title);
    expect(fresh.lines.join()).toContain('"alert":"plan_not_for_sale"');
    await fresh.close();
    await world.sdk.prices.update(data[0]?.id ?? '', { active: true });
    await world.sdk.products.update(planProductId(NEXT), { active: true });
    expect(await findPrice(world, NEXT)).toBe(data[0]?.id);
  });

  it.each([
    ['the portal is off', '/v1/billing_portal/sessions', 400, API_PATHS.createBillingPortalSession],
    ['the key is revoked', '/v1/checkout/sessions', 401, API_PATHS.account],
    ['the key lacks a permission', '/v1/invoices', 403, API_PATHS.account],
  ])('answers 503 and tells the operator while %s', async (why, path, status, asked) => {
    const { user } = await subscribe(`rejected-${status}`);
    const body = JSON.stringify({ error: { type: 'invalid_request_error', message: why } });
    world.stripeProxy.fault = (request) =>
      request.path.startsWith(path) || (status === 401 && request.path.startsWith('/v1/invoices'))
        ? { kind: 'answer', status, body }
        : undefined;
    const answers: unknown[] = [];
    const told = await alertsOf(async () => {
      const answer = await user.ask(asked);
      answers.push(answer.status, answer.body.error?.code);
    });
    expect([answers, told]).toEqual([[503, 'dependency_rejected'], ['stripe_rejected']]);
  });

  it('sells to somebody whose address Stripe rejects', async () => {
    await world.storeUser('addressed');
    const body = JSON.stringify({
      error: {
        type: 'invalid_request_error',
        code: 'email_invalid',
        param: 'email',
        message: 'Invalid email.',
      },
    });
    let asked = 0;
    world.stripeProxy.fault = ({ method, path }) => {
      if (method === 'POST' && path === '/v1/customers') asked += 1;
      return asked === 1 && path === '/v1/customers' ? { kind: 'answer', status: 400, body } : undefined;
    };
    const { id } = await buyPlan(world, world.user('addressed'), FIRST, VISA);
    expect(id).toMatch(/^cs_/);
    expect(await world.readPlan('addressed')).toBe(FIRST.name);
  });
});
