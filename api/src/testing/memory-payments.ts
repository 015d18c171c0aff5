import { PLAN_CURRENCY, type PlanName } from '@outharbor/contract/plans';
import { FIRST } from '@outharbor/contract/testing/plans';
import { AppError } from '../errors/app-error.ts';
import type {
  CheckoutSession,
  DisputedPayment,
  Subscription,
  Unsettled,
  WebhookEvent,
} from '../gateways/payments.ts';
import type { PaymentGateway } from '../gateways/stripe/stripe-gateway.ts';

type Editable<T> = { -readonly [Key in keyof T]: T[Key] };

interface MemoryCustomer {
  readonly id: string;
  readonly uid: string;
  readonly email: string | undefined;
}

export interface MemoryPayments extends PaymentGateway {
  readonly customers: Editable<MemoryCustomer>[];
  readonly sessions: Editable<CheckoutSession>[];
  readonly subscriptions: Editable<Subscription>[];
  readonly events: WebhookEvent[];
  readonly refunds: string[];
  /** Pays an open session, as on the hosted page; returns the subscription id. */
  pay(sessionId: string): string;
  /** Adds a subscription that was not bought through a session. */
  subscribe(customerId: string, plan: PlanName, status?: Subscription['status']): string;
  /** Deletes a customer, as in the provider's dashboard. */
  deleteCustomer(customerId: string): Promise<Unsettled>;
  readonly disputes: Map<string, DisputedPayment>;
  /** Makes refunds fail while true. */
  rejectsRefunds: boolean;
  /** Set to another value to simulate another account or mode, where these customers do not exist. */
  accountName: string;
  /** Every call fails with this error while set. */
  failure: AppError | undefined;
  readonly calls: string[];
}

/** An in-memory implementation of the payment gateway. */
export function createMemoryPayments(): MemoryPayments {
  const customers: Editable<MemoryCustomer>[] = [];
  const keys = new Map<string, string>();
  const deleted = new Set<string>();
  const sessions: Editable<CheckoutSession>[] = [];
  const plans = new Map<string, PlanName>();
  const subscriptions: Editable<Subscription>[] = [];
  const events: WebhookEvent[] = [];
  const refunds: string[] = [];
  const calls: string[] = [];
  let clock = Math.floor(Date.now() / 1000);
  let count = 0;

  const newId = (prefix: string) => {
    count += 1;
    return `${prefix}_test_${count}x`;
  };
  const answer = async <T>(call: string, work: () => T): Promise<T> => {
    calls.push(call);
    if (payments.failure) throw payments.failure;
    return work();
  };
  const find = <T extends { readonly id: string }>(all: readonly T[], id: string): T => {
    const found = all.find((one) => one.id === id);
    if (found === undefined) throw new AppError('internal_error', { cause: new Error(`no ${id}`) });
    return found;
  };
  const ofCustomer = (customer: string | undefined) =>
    subscriptions.filter(({ customerId }) => customerId === customer).map((one) => ({ ...one }));
  const emit = (type: string, subscription: Subscription) => {
    clock += 1;
    const { uid, customerId, id: subscriptionId } = subscription;
    const subject = {
      uid,
      customerId,
      subscriptionId,
      subscription: { ...subscription },
      dispute: undefined,
      refund: undefined,
      madeByHand: false,
    };
    events.push({ id: newId('evt'), type, created: clock, livemode: false, ...subject });
  };

  const payments: MemoryPayments = {
    customers,
    sessions,
    subscriptions,
    events,
    refunds,
    disputes: new Map(),
    calls,
    rejectsRefunds: false,
    accountName: 'acct_memory/test',
    failure: undefined,
    pay(sessionId) {
      const session = find(sessions, sessionId);
      if (session.status !== 'open' || session.customerId === undefined) throw new Error('not open');
      session.status = 'complete';
      session.paid = true;
      session.url = undefined;
      const subscriptionId = payments.subscribe(session.customerId, plans.get(sessionId) ?? FIRST.name);
      find(subscriptions, subscriptionId).attempt = session.attempt;
      session.subscriptionId = subscriptionId;
      return subscriptionId;
    },
    subscribe(customerId, plan, status = 'active') {
      clock += 1;
      const subscription: Subscription = {
        id: newId('sub'),
        uid: customers.find((one) => one.id === customerId)?.uid ?? 'u',
        customerId,
        status,
        plan,
        soldHere: true,
        isUnclaimed: false,
        pausedHere: false,
        created: clock,
        attempt: undefined,
        endsAt: undefined,
        duplicateOf: undefined,
        refunded: false,
      };
      subscriptions.push(subscription);
      emit('customer.subscription.created', subscription);
      return subscription.id;
    },
    deleteCustomer: (customer) =>
      answer('deleteCustomer', () => {
        const isPaying = sessions.some(
          ({ customerId, status }) => customerId === customer && status === 'open',
        );
        if (!isPaying) deleted.add(customer);
        for (const one of subscriptions) {
          if (one.customerId !== customer || one.status === 'canceled') continue;
          one.status = 'canceled';
          emit('customer.subscription.deleted', one);
        }
        return { credit: undefined, otherSubscriptions: [] };
      }),
    findOwner: (customer) => answer('findOwner', () => customers.find(({ id }) => id === customer)?.uid),
    readCredit: () => answer('readCredit', () => undefined),
    pauseCollection: (id) =>
      answer('pauseCollection', () => {
        Object.assign(find(subscriptions, id), { status: 'paused', pausedHere: true });
        return 'paused';
      }),
    resumeCollection: (id) =>
      answer('resumeCollection', () => {
        const paused = subscriptions.find((one) => one.id === id && one.pausedHere);
        if (paused === undefined) return 'unchanged';
        Object.assign(paused, { status: 'active', pausedHere: false });
        return 'resumed';
      }),
    keepSubscription: (id) =>
      answer('keepSubscription', () => {
        const subscription = find(subscriptions, id);
        if (subscription.status === 'canceled') return 'ended';
        subscription.endsAt = undefined;
        return 'kept';
      }),
    describePlan: (id) =>
      answer('describePlan', () => {
        const found = subscriptions.find((one) => one.id === id);
        return found && { planType: found.plan, since: found.created };
      }),
    listReceipts: () => answer('listReceipts', () => []),
    createPlanChange: ({ subscriptionId, price }) =>
      answer('createPlanChange', () =>
        find(subscriptions, subscriptionId).status === 'canceled'
          ? 'rejected'
          : `http://localhost:8080/emulated/stripe/p/session/${price}`,
      ),
    quotePlanChange: ({ at }) =>
      answer('quotePlanChange', () => ({ at, amount: 0, currency: PLAN_CURRENCY })),
    changePlanItem: () => answer('changePlanItem', () => 'changed'),
    exportCustomer: (customer) =>
      answer('exportCustomer', () => (deleted.has(customer) ? undefined : { id: customer })),
    account: async () => payments.accountName,
    findCustomers: ({ uid, email }) =>
      answer('findCustomers', () =>
        customers
          .filter((one) => one.uid === uid && one.email === email && !deleted.has(one.id))
          .map((one) => one.id),
      ),
    canSearchCustomers: async () => true,
    searchCustomers: (uid) =>
      answer('searchCustomers', () =>
        customers.filter((one) => one.uid === uid && !deleted.has(one.id)).map((one) => one.id),
      ),
    // Replays the response for a known key, even if the customer was deleted.
    createCustomer: ({ uid, email, key }) =>
      answer('createCustomer', () => {
        const isNew = !keys.has(key);
        const customer = keys.get(key) ?? newId('cus');
        if (isNew) customers.push({ id: customer, uid, email });
        keys.set(key, customer);
        return { id: customer, isNew };
      }),
    changeCustomerEmail: (customer, email) =>
      answer('changeCustomerEmail', () => {
        find(customers, customer).email = email;
      }),
    createCheckoutSession: ({ uid, customerId, plan, price, attempt }) =>
      answer('createCheckoutSession', () => {
        if (deleted.has(customerId)) return 'customer_missing';
        clock += 1;
        const made = newId('cs');
        const url = `http://localhost:8080/emulated/stripe/c/pay/${made}`;
        plans.set(made, plan);
        sessions.push({
          id: made,
          uid,
          customerId,
          status: 'open',
          paid: false,
          expiresAt: clock + 24 * 3600,
          url,
          price,
          attempt,
          subscriptionId: undefined,
        });
        return { id: made, url };
      }),
    checkoutHosts: () =>
      answer('checkoutHosts', () => sessions.flatMap(({ url }) => (url ? [new URL(url).hostname] : []))),
    retrieveCheckoutSession: (id) =>
      answer('retrieveCheckoutSession', () => {
        const session = sessions.find((one) => one.id === id);
        if (session === undefined) return undefined;
        const live = ofCustomer(session.customerId).filter(({ status }) => status !== 'canceled');
        return { session, subscriptions: live };
      }),
    listCheckoutSessions: (customer) =>
      answer('listCheckoutSessions', () =>
        sessions.filter(({ customerId }) => customerId === customer).map((one) => ({ ...one })),
      ),
    expireCheckoutSession: (id) =>
      answer('expireCheckoutSession', () => {
        const session = find(sessions, id);
        if (session.status !== 'open') return 'not_open';
        session.status = 'expired';
        return 'expired';
      }),
    findPrice: async (plan) => `price_${plan}`,
    listSubscriptions: (customer) => answer('listSubscriptions', () => ofCustomer(customer)),
    retrieveSubscription: (id) =>
      answer('retrieveSubscription', () => subscriptions.find((one) => one.id === id)),
    listSoldByOthers: async () => [],
    listAllSubscriptions: () =>
      answer('listAllSubscriptions', () => subscriptions.filter(({ status }) => status !== 'canceled')),
    listEvents: (types, since) =>
      answer('listEvents', () =>
        events.filter(({ type, created }) => types.includes(type) && created >= since),
      ),
    markDuplicate: (id, kept, owesRefund) =>
      answer('markDuplicate', () => {
        const subscription = find(subscriptions, id);
        subscription.duplicateOf = kept;
        subscription.refunded = !owesRefund;
        emit('customer.subscription.updated', subscription);
      }),
    refundPayments: (id) =>
      answer('refundPayments', () => {
        if (payments.rejectsRefunds) return 'rejected';
        if (find(subscriptions, id).status === 'unpaid') return 'nothing_paid';
        if (!refunds.includes(id)) refunds.push(id);
        return 'refunded';
      }),
    listFailedRefunds: () => answer('listFailedRefunds', () => []),
    noteFailedRefund: () => answer('noteFailedRefund', () => 'noted'),
    markRefunded: (id) =>
      answer('markRefunded', () => {
        find(subscriptions, id).refunded = true;
      }),
    claimSubscription: (id) =>
      answer('claimSubscription', () => {
        find(subscriptions, id).isUnclaimed = false;
      }),
    cancelSubscription: (id) =>
      answer('cancelSubscription', () => {
        const subscription = find(subscriptions, id);
        subscription.status = 'canceled';
        emit('customer.subscription.deleted', subscription);
      }),
    endAtPeriodEnd: (id) =>
      answer('endAtPeriodEnd', () => {
        const subscription = find(subscriptions, id);
        if (subscription.status === 'canceled') return 'ended';
        subscription.endsAt = clock + 30 * 24 * 3600;
        return 'ending';
      }),
    findDisputed: ({ id }) => answer('findDisputed', () => payments.disputes.get(id)),
    noteDispute: (_subscription, { id, stage }) =>
      answer('noteDispute', () => {
        const disputed = payments.disputes.get(id);
        if (disputed !== undefined) payments.disputes.set(id, { ...disputed, noted: stage });
      }),
    createPortalSession: (customer, returnUrl) =>
      answer('createPortalSession', () =>
        deleted.has(customer)
          ? 'customer_missing'
          : `http://localhost:8080/emulated/stripe/p/session/${customer}?return_url=${returnUrl}`,
      ),
    readWebhook: () => {
      throw new AppError('webhook_signature_invalid');
    },
    ping: () => answer('ping', () => {}),
  };
  return payments;
}
