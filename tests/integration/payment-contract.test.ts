import { createStripeGateway, type PaymentGateway } from '@outharbor/api/gateways/stripe/stripe-gateway';
import { createMemoryPayments } from '@outharbor/api/testing/memory-payments';
import { testConfig } from '@outharbor/api/testing/test-app';
import { NEXT } from '@outharbor/contract/testing/plans';
import { STRIPE_CATALOGUE } from '@outharbor/embedded/product/stripe-catalogue';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../infra/emulators/tests/support/stripe/forms.ts';

interface Till {
  readonly payments: PaymentGateway;
  pay(session: string): Promise<void>;
}

const { emulator } = createWorld({ seed: STRIPE_CATALOGUE });

/** With the Stripe emulator behind it. */
const emulated = (): Till => ({
  payments: createStripeGateway(testConfig({ STRIPE_API_URL: emulator.url }).stripe, () => {}),
  pay: async (session) => void (await emulator.pay(session, { card: 'visa' })),
});

function inMemory(): Till {
  const payments = createMemoryPayments();
  return { payments, pay: async (session) => void payments.pay(session) };
}

const person = { uid: 'ada', email: 'ada@example.com', name: 'Ada' };

async function newCustomer({ payments }: Till): Promise<string> {
  const made = await payments.createCustomer({ ...person, key: 'ada-0' });
  if (typeof made === 'string') throw new Error(made);
  expect(made.isNew).toBe(true);
  return made.id;
}

async function openSession({ payments }: Till, customerId: string) {
  const price = await payments.findPrice(NEXT.name);
  const addresses = { successUrl: 'https://site.test/success', cancelUrl: 'https://site.test/cancel' };
  const order = { uid: person.uid, customerId, plan: NEXT.name, price, attempt: 'first', ...addresses };
  return payments.createCheckoutSession(order);
}

async function soldBy(till: Till) {
  const customer = await newCustomer(till);
  const session = await openSession(till, customer);
  if (session === 'customer_missing') throw new Error('there is no customer');
  await till.pay(session.id);
  const paid = await till.payments.retrieveCheckoutSession(session.id);
  return { customer, session: session.id, paid, id: paid?.session.subscriptionId ?? '' };
}

describe.each([
  ['the Stripe emulator', emulated],
  ['the payments in memory', inMemory],
])('the payment gateway over %s', (_name, open) => {
  it('creates one customer per key, and finds it by address and owner', async () => {
    const till = open();
    const id = await newCustomer(till);
    expect(await till.payments.createCustomer({ ...person, key: 'ada-0' })).toEqual({ id, isNew: false });
    expect(await till.payments.findCustomers(person)).toEqual([id]);
    expect(await till.payments.searchCustomers(person.uid)).toEqual([id]);
    await till.payments.changeCustomerEmail(id, person.uid, 'lady@example.com');
    expect(await till.payments.findCustomers(person)).toEqual([]);
  });

  it('opens a session that can be expired once', async () => {
    const till = open();
    const customer = await newCustomer(till);
    const session = await openSession(till, customer);
    if (session === 'customer_missing') throw new Error('there is no customer');
    const [listed] = await till.payments.listCheckoutSessions(customer);
    expect(listed).toMatchObject({ id: session.id, url: session.url, status: 'open', paid: false });
    expect(listed).toMatchObject({ attempt: 'first', price: await till.payments.findPrice(NEXT.name) });
    expect(await till.payments.expireCheckoutSession(session.id)).toBe('expired');
    expect(await till.payments.expireCheckoutSession(session.id)).toBe('not_open');
  });

  it('shows what was sold the same way everywhere', async () => {
    const till = open();
    const { customer, paid, id } = await soldBy(till);
    expect(paid?.session).toMatchObject({ status: 'complete', paid: true, attempt: 'first', url: undefined });
    const [subscription] = await till.payments.listSubscriptions(customer);
    expect(subscription).toMatchObject({
      ...{ id, uid: person.uid, customerId: customer, status: 'active', plan: NEXT.name, attempt: 'first' },
      ...{ soldHere: true, isUnclaimed: false, endsAt: undefined, duplicateOf: undefined, refunded: false },
    });
    expect(paid?.subscriptions).toEqual([subscription]);
    expect(await till.payments.retrieveSubscription(id)).toEqual(subscription);
    expect((await till.payments.listAllSubscriptions()).ours).toEqual([subscription]);
    const [event] = await till.payments.listEvents(['customer.subscription.created'], 0);
    expect(event).toMatchObject({ uid: person.uid, customerId: customer, subscriptionId: id });
  });

  it('marks a duplicate, and refunds it once', async () => {
    const till = open();
    const { id } = await soldBy(till);
    await till.payments.markDuplicate(id, 'sub_kept', true);
    expect(await till.payments.retrieveSubscription(id)).toMatchObject({
      duplicateOf: 'sub_kept',
      refunded: false,
    });
    expect(await till.payments.refundPayments(id)).toBe('refunded');
    expect(await till.payments.refundPayments(id)).toBe('refunded');
    await till.payments.markRefunded(id);
    expect((await till.payments.retrieveSubscription(id))?.refunded).toBe(true);
  });

  it('settles and deletes a customer, and then sells nothing to them', async () => {
    const till = open();
    const { customer, id } = await soldBy(till);
    expect(await till.payments.settleCustomer(customer, person.uid)).toEqual({
      credit: undefined,
      otherSubscriptions: [],
    });
    expect((await till.payments.retrieveSubscription(id))?.status).toBe('canceled');
    await till.payments.deleteCustomer(customer, person.uid);
    expect(await till.payments.findCustomers(person)).toEqual([]);
    expect(await openSession(till, customer)).toBe('customer_missing');
    expect(await till.payments.createPortalSession(customer, person.uid, 'https://site.test/')).toBe(
      'customer_missing',
    );
    expect(await till.payments.exportCustomer(customer, person.uid)).toBeUndefined();
  });
});

it('ends a subscription with its period, and keeps it on request until it has ended', async () => {
  const till = emulated();
  const { id } = await soldBy(till);
  expect(await till.payments.endAtPeriodEnd(id)).toBe('ending');
  expect((await till.payments.retrieveSubscription(id))?.endsAt).toBeGreaterThan(Date.now() / 1000);
  expect(await till.payments.keepSubscription(id, person.uid)).toBe('kept');
  expect((await till.payments.retrieveSubscription(id))?.endsAt).toBeUndefined();
  await till.payments.cancelSubscription(id);
  await till.payments.cancelSubscription(id);
  expect((await till.payments.retrieveSubscription(id))?.status).toBe('canceled');
  expect(await till.payments.keepSubscription(id, person.uid)).toBe('ended');
  expect(await till.payments.endAtPeriodEnd(id)).toBe('ended');
  expect((await till.payments.listAllSubscriptions()).ours).toEqual([]);
});

it('pauses and resumes what it collects', async () => {
  const till = emulated();
  const { id } = await soldBy(till);
  expect(await till.payments.pauseCollection(id)).toBe('paused');
  expect((await till.payments.retrieveSubscription(id))?.status).toBe('paused');
  expect(await till.payments.resumeCollection(id)).toBe('resumed');
  expect((await till.payments.retrieveSubscription(id))?.status).toBe('active');
  expect(await till.payments.resumeCollection(id)).toBe('unchanged');
  expect(await till.payments.resumeCollection('sub_ofAnotherMode')).toBe('unchanged');
});
