import type Stripe from 'stripe';
import type { Config } from '../../config/config.ts';
import { createDependency, type ObserveDependency } from '../dependency.ts';
import type { PaymentGateway } from '../payment-gateway.ts';
import * as ofAccount from './account.ts';
import { createStripeClient } from './client.ts';
import * as customers from './customers.ts';
import * as disputes from './disputes.ts';
import { isForbidden, isRefusedPrice, translateStripeError } from './errors.ts';
import { listEvents } from './event-list.ts';
import { expectList, expectObject } from './mapping.ts';
import * as planChange from './plan-change.ts';
import * as portal from './portal.ts';
import { createPriceFinder } from './prices.ts';
import * as refunds from './refunds.ts';
import * as sessions from './sessions.ts';
import * as subscriptions from './subscriptions.ts';
import { readStripeWebhook } from './webhook.ts';

/** Implements the payment gateway with the official SDK. */
export function createStripeGateway(config: Config['stripe'], observe: ObserveDependency): PaymentGateway {
  const stripe = createStripeClient(config);
  const prices = createPriceFinder(stripe);
  const { deployment, tax } = config;
  const call = createDependency({
    name: 'stripe',
    // One attempt, one retry and the pause in between.
    timeoutMs: config.timeoutMs * 2 + 1000,
    maxInFlight: 256,
    observe,
    translate: translateStripeError,
  });
  // One operation covers many pages, each with its own timeout.
  const callLong = createDependency({
    name: 'stripe',
    timeoutMs: 10 * 60_000,
    maxInFlight: 4,
    observe,
    translate: translateStripeError,
  });
  let account: string | undefined;

  return {
    account: async () => {
      account ??= await call('retrieve_account', () => accountOf(stripe, config.livemode));
      return account;
    },
    findCustomers: (person) =>
      call('find_customers', () => customers.findCustomers(stripe, person, deployment)),
    searchCustomers: (uid) =>
      call('search_customers', () => customers.searchCustomers(stripe, uid, deployment)),
    ownerOf: (customer) => call('find_owner', () => customers.ownerOf(stripe, customer, deployment)),
    creditOf: (customer) => call('read_credit', () => customers.creditOf(stripe, customer)),
    createCustomer: (customer) =>
      call('create_customer', () => customers.createCustomer(stripe, customer, deployment)),
    changeCustomerEmail: (customer, email) =>
      call('change_customer_email', () => customers.changeCustomerEmail(stripe, customer, email)),
    createPortalSession: (customer, returnUrl) =>
      call('create_portal_session', () => portal.createPortalSession(stripe, customer, returnUrl)),

    priceOf: (plan) => call('list_prices', () => prices.find(plan)),
    createCheckoutSession: (session) =>
      call('create_session', async () => {
        try {
          return await sessions.createCheckoutSession(stripe, session, deployment, tax);
        } catch (error) {
          if (!isRefusedPrice(error)) throw error;
          await prices.refresh();
          const price = await prices.find(session.plan);
          return sessions.createCheckoutSession(stripe, { ...session, price }, deployment, tax);
        }
      }),
    checkoutHosts: () => call('list_sessions', () => sessions.checkoutHosts(stripe)),
    retrieveCheckoutSession: (id) =>
      call('retrieve_session', () => sessions.retrieveCheckoutSession(stripe, id, deployment)),
    listCheckoutSessions: (customer) =>
      call('list_sessions', () => sessions.listCheckoutSessions(stripe, customer, deployment)),
    expireCheckoutSession: (id) => call('expire_session', () => sessions.expireCheckoutSession(stripe, id)),

    listSubscriptions: (customer) =>
      call('list_subscriptions', () => subscriptions.listSubscriptions(stripe, customer, deployment)),
    retrieveSubscription: (id) =>
      call('retrieve_subscription', () => subscriptions.retrieveSubscription(stripe, id, deployment)),
    listAllSubscriptions: () =>
      callLong('list_all_subscriptions', () => subscriptions.listAllSubscriptions(stripe, deployment)),
    listEvents: (types, since) => callLong('list_events', () => listEvents(stripe, types, since, deployment)),
    markDuplicate: (id, kept, owesRefund) =>
      call('mark_duplicate', () => {
        const metadata = { duplicate_of: kept, ...(!owesRefund && { duplicate_refunded: 'nothing owed' }) };
        return subscriptions.updateSubscription(stripe, id, { metadata });
      }),
    refundPayments: (id) => call('refund', () => refunds.refundPayments(stripe, id, deployment)),
    listFailedRefunds: () => callLong('list_refunds', () => refunds.listFailedRefunds(stripe, deployment)),
    noteFailedRefund: (id) => call('note_refund', () => refunds.noteFailedRefund(stripe, id)),
    markRefunded: (id) =>
      call('mark_refunded', () =>
        subscriptions.updateSubscription(stripe, id, { metadata: { duplicate_refunded: 'true' } }),
      ),
    claimSubscription: (id) =>
      call('claim_subscription', () =>
        subscriptions.updateSubscription(stripe, id, { metadata: { deployment } }),
      ),
    cancelSubscription: (id) =>
      call('cancel_subscription', () => subscriptions.cancelSubscription(stripe, id)),
    pauseCollection: (id) => call('pause_collection', () => subscriptions.pauseCollection(stripe, id)),
    resumeCollection: (id) => call('resume_collection', () => subscriptions.resumeCollection(stripe, id)),
    endAtPeriodEnd: (id) => call('end_at_period_end', () => subscriptions.endAtPeriodEnd(stripe, id)),

    findDisputed: (reference) =>
      call('find_disputed', () => disputes.findDisputed(stripe, reference, deployment)),
    noteDispute: (id, note) =>
      call('note_dispute', () =>
        subscriptions.updateSubscription(stripe, id, {
          metadata: { [note.id]: note.stage },
          ...(note.stopsRenewal && { cancel_at_period_end: true }),
        }),
      ),
    keepSubscription: (id) => call('keep_subscription', () => ofAccount.keepSubscription(stripe, id)),
    describePlan: (id) => call('describe_plan', () => ofAccount.describePlan(stripe, id, deployment)),
    listReceipts: (customer) =>
      call('list_receipts', () => ofAccount.listReceipts(stripe, customer, deployment)),
    createPlanChange: (change) => call('create_plan_change', () => portal.createPlanChange(stripe, change)),
    quotePlanChange: (change) => call('quote_plan_change', () => planChange.quotePlanChange(stripe, change)),
    changePlanItem: (change) => call('change_plan_item', () => planChange.changePlanItem(stripe, change)),
    exportCustomer: (customer) =>
      call('export_customer', () => ofAccount.exportCustomer(stripe, customer, deployment)),
    deleteCustomer: (customer) =>
      call('delete_customer', () => ofAccount.deleteCustomer(stripe, customer, deployment)),

    readWebhook: (body, signature) =>
      readStripeWebhook(stripe.webhooks, config.webhookSecrets, body, signature, deployment),
    ping: () =>
      call('ping', async () => {
        const page = await stripe.prices.list(
          { limit: 1 },
          { maxNetworkRetries: 0, timeout: Math.min(config.timeoutMs, 2000) },
        );
        expectList(page);
      }),
  };
}

/** A restricted key may lack permission to read the account; its mode is still known. */
async function accountOf(stripe: Stripe, livemode: boolean): Promise<string> {
  const mode = livemode ? 'live' : 'test';
  try {
    const { id } = expectObject(await stripe.accounts.retrieveCurrent(), 'account');
    return `${id}/${mode}`;
  } catch (error) {
    if (isForbidden(error)) return mode;
    throw error;
  }
}
