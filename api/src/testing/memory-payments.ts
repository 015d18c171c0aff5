import type { PlanName } from '@outharbor/contract/plans';
import { AppError } from '../errors/app-error.ts';
import type { CheckoutSession, PaymentGateway, Subscription } from '../gateways/payment-gateway.ts';

type Editable<T> = { -readonly [Key in keyof T]: T[Key] };

export interface MemoryPayments extends PaymentGateway {
  readonly sessions: Editable<CheckoutSession>[];
  readonly subscriptions: (Editable<Subscription> & { readonly customerId: string })[];
  readonly refunds: string[];
  /** Pays an open session, as a person does on the hosted page; returns the subscription's id. */
  pay(sessionId: string): string;
  /** Adds a subscription that came about in some other way. */
  subscribe(customerId: string, plan: PlanName | undefined, status?: Subscription['status']): string;
  /** Deletes a customer, as a person does in the provider's dashboard. */
  deleteCustomer(customerId: string): void;
  /** Every call fails with this while it is set. */
  failure: AppError | undefined;
  readonly calls: string[];
}

/** A payment provider in memory, in the words of our gateway. */
export function createMemoryPayments(): MemoryPayments {
  const customers = new Map<string, { readonly id: string; readonly uid: string }>();
  const deleted = new Set<string>();
  const sessions: Editable<CheckoutSession>[] = [];
  const subscriptions: (Editable<Subscription> & { readonly customerId: string })[] = [];
  const refunds: string[] = [];
  const calls: string[] = [];
  let clock = Math.floor(Date.now() / 1000);
  let count = 0;

  const id = (prefix: string) => {
    count += 1;
    return `${prefix}_test_${count}x`;
  };
  const answer = async <T>(call: string, work: () => T): Promise<T> => {
    calls.push(call);
    if (payments.failure) throw payments.failure;
    return work();
  };
  const find = <T extends { readonly id: string }>(all: readonly T[], wanted: string): T => {
    const found = all.find((one) => one.id === wanted);
    if (found === undefined) throw new AppError('internal_error', { cause: new Error(`no ${wanted}`) });
    return found;
  };

  const payments: MemoryPayments = {
    sessions,
    subscriptions,
    refunds,
    calls,
    failure: undefined,
    pay(sessionId) {
      const session = find(sessions, sessionId);
      if (session.status !== 'open' || session.customerId === undefined) throw new Error('not open');
      session.status = 'complete';
      session.paid = true;
      session.subscriptionId = payments.subscribe(session.customerId, session.plan);
      return session.subscriptionId;
    },
    subscribe(customerId, plan, status = 'active') {
      clock += 1;
      const subscription = {
        id: id('sub'),
        customerId,
        status,
        plan,
        created: clock,
        duplicateOf: undefined,
        refunded: false,
      };
      subscriptions.push(subscription);
      return subscription.id;
    },
    deleteCustomer(customer) {
      deleted.add(customer);
      for (const one of subscriptions) if (one.customerId === customer) one.status = 'canceled';
    },
    // Asked the same again, it gives the same again, deleted or not.
    createCustomer: ({ uid, replaces = '' }) =>
      answer('createCustomer', () => {
        const key = `${uid} ${replaces}`;
        const customer = customers.get(key)?.id ?? id('cus');
        customers.set(key, { id: customer, uid });
        return customer;
      }),
    customerUid: (customer) =>
      answer('customerUid', () => [...customers.values()].find((one) => one.id === customer)?.uid),
    createCheckoutSession: ({ uid, customerId, plan }) =>
      answer('createCheckoutSession', () => {
        if (deleted.has(customerId)) return 'customer_missing';
        clock += 1;
        const session = { id: id('cs'), created: clock, status: 'open' as const, paid: false };
        sessions.push({ ...session, uid, customerId, plan, subscriptionId: undefined });
        return { id: session.id, url: `http://localhost:8080/emulated/stripe/c/pay/${session.id}` };
      }),
    retrieveCheckoutSession: (wanted) =>
      answer('retrieveCheckoutSession', () => sessions.find((session) => session.id === wanted)),
    listOpenCheckoutSessions: (customer) =>
      answer('listOpenCheckoutSessions', () =>
        sessions.filter((session) => session.customerId === customer && session.status === 'open'),
      ),
    listCheckoutSessions: ({ after, limit }) =>
      answer('listCheckoutSessions', () => {
        const newestFirst = sessions.toReversed();
        const from = after === undefined ? 0 : newestFirst.findIndex((session) => session.id === after) + 1;
        return {
          sessions: newestFirst.slice(from, from + limit),
          hasMore: from + limit < newestFirst.length,
        };
      }),
    expireCheckoutSession: (wanted) =>
      answer('expireCheckoutSession', () => {
        const session = find(sessions, wanted);
        if (session.status !== 'open') return 'not_open';
        session.status = 'expired';
        return 'expired';
      }),
    listSubscriptions: (customer) =>
      answer('listSubscriptions', () =>
        subscriptions.filter((one) => one.customerId === customer).map((one) => ({ ...one })),
      ),
    markDuplicate: (wanted, kept) =>
      answer('markDuplicate', () => {
        find(subscriptions, wanted).duplicateOf = kept;
      }),
    refundLatestPayment: (wanted) =>
      answer('refundLatestPayment', () => {
        if (find(subscriptions, wanted).status === 'unpaid') return 'nothing_paid';
        if (!refunds.includes(wanted)) refunds.push(wanted);
        return 'refunded';
      }),
    markRefunded: (wanted) =>
      answer('markRefunded', () => {
        find(subscriptions, wanted).refunded = true;
      }),
    cancelSubscription: (wanted) =>
      answer('cancelSubscription', () => {
        find(subscriptions, wanted).status = 'canceled';
      }),
    createPortalSession: (customer) =>
      answer('createPortalSession', () => `http://localhost:8080/emulated/stripe/p/session/${customer}`),
    readWebhook: () => {
      throw new AppError('webhook_signature_invalid');
    },
    ping: () => answer('ping', () => {}),
  };
  return payments;
}
