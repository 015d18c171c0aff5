import type { Context, Due, FindShown } from '../kinds/context.ts';
import { emit } from '../kinds/objects.ts';
import { keptWhole, NEVER, type Part, reference } from '../kinds/part.ts';
import { embeddedList } from '../kinds/read-page.ts';
import type { Collection } from '../kinds/store/collection.ts';
import {
  hasEnded,
  type Invoice,
  incompleteUntil,
  type Subscription,
  trialEndAnnouncement,
  upcomingAnnouncement,
} from './billing-entities.ts';
import { latestPeriodEnd } from './changes/change-periods.ts';
import { advanceInvoice, dueOfInvoice } from './invoices/advance-invoice.ts';
import { invoiceWire } from './invoices/invoice.ts';
import { type InvoiceItem, invoiceItemWire } from './invoices/invoice-item.ts';
import { manageInvoiceItemEndpoints } from './invoices/invoice-items.ts';
import { invoiceLineEndpoints } from './invoices/invoice-lines.ts';
import { invoicePaymentEndpoints, invoicePaymentsWire } from './invoices/invoice-payment.ts';
import { invoicePreviewEndpoints } from './invoices/invoice-previews.ts';
import { invoiceRoutes, receiptRoutes } from './invoices/invoice-routes.ts';
import { awaitDebit, failDebit, invoiceEndpoints, settleInvoice } from './invoices/invoices.ts';
import { manageInvoiceEndpoints } from './invoices/manage-invoices.ts';
import { advanceSchedule } from './subscriptions/advance-schedule.ts';
import { endOfCustomer, endOnClock, payWith, payWithout } from './subscriptions/cancel-subscription.ts';
import { createSubscriptionEndpoints } from './subscriptions/create-subscription.ts';
import { customerSubscriptionEndpoints } from './subscriptions/customer-subscriptions.ts';
import { listSubscriptionEndpoints } from './subscriptions/list-subscriptions.ts';
import { dryRun, endOrRenew, upcomingInvoice } from './subscriptions/renew-subscription.ts';
import { subscriptionWire } from './subscriptions/subscription.ts';
import { subscriptionDiscountEndpoints } from './subscriptions/subscription-discounts.ts';
import { manageSubscriptionItemEndpoints } from './subscriptions/subscription-items.ts';
import { endPendingSetup } from './subscriptions/subscription-payment.ts';
import {
  type SubscriptionSchedule,
  scheduleDueAt,
  scheduleWire,
} from './subscriptions/subscription-schedule.ts';
import { subscriptionScheduleEndpoints } from './subscriptions/subscription-schedules.ts';
import { subscriptionEndpoints } from './subscriptions/subscriptions.ts';
import { customerTaxWire, type TaxRegistration, type TaxSettings } from './tax/automatic-tax.ts';
import { taxRegistrationEndpoints } from './tax/tax-registrations.ts';
import { testClockEndpoints } from './test-clocks.ts';

function dueOfSubscription(subscription: Subscription, { settings }: Context): Due {
  const { cancel_at, items, status, test_clock, pause_collection, pending_update } = subscription;
  if (hasEnded(subscription)) return [null, test_clock];
  if (status === 'incomplete') return [incompleteUntil(subscription), test_clock];
  const ends = [cancel_at ?? NEVER, pending_update?.expires_at ?? NEVER];
  if (status === 'paused') return [Math.min(...ends), test_clock];
  const at = Math.min(
    ...ends,
    pause_collection?.resumes_at ?? NEVER,
    trialEndAnnouncement(subscription) ?? NEVER,
    upcomingAnnouncement(subscription, settings.switches.upcomingDays) ?? NEVER,
    ...items.map((item) => item.current_period_end),
  );
  return [at, test_clock];
}

function runSubscription(context: Context, { id, schedule }: Subscription, at: number): void {
  const { schedules, subscriptions } = context.store;
  // The next period belongs to the next phase if both start together.
  const scheduled = schedules.get(schedule ?? '');
  if (scheduled !== undefined) advanceSchedule(context, scheduled, at);
  const subscription = subscriptions.get(id);
  if (subscription !== undefined) endOrRenew(context, subscription, at);
  const kept = subscriptions.get(id);
  if (kept !== undefined) announceUpcoming(context, kept, at);
}

/** Announces the next renewal with its invoice, which has no id yet, some days in advance. */
function announceUpcoming(context: Context, subscription: Subscription, now: number): void {
  const at = upcomingAnnouncement(subscription, context.settings.switches.upcomingDays);
  if (at === null || at > now) return;
  const { id, ...invoice } = dryRun(context, () =>
    invoiceWire(context, { ...upcomingInvoice(context, subscription), billing_reason: 'upcoming' }),
  );
  context.store.subscriptions.put({ ...subscription, upcomingAnnounced: latestPeriodEnd(subscription) });
  emit(context, 'invoice.upcoming', invoice);
}

declare module '../kinds/store/store.ts' {
  interface Store {
    readonly subscriptions: Collection<Subscription>;
    readonly schedules: Collection<SubscriptionSchedule>;
    readonly invoices: Collection<Invoice>;
    readonly invoiceItems: Collection<InvoiceItem>;
    readonly taxRegistrations: Collection<TaxRegistration>;
    readonly taxSettings: Collection<TaxSettings>;
  }
}

const invoice = reference('invoice', ({ invoices }) => invoices, invoiceWire);

const showItem: FindShown = (context, id) => {
  const [owner] = context.store.subscriptions.newestFirst(({ items }) =>
    items.some((item) => item.id === id),
  );
  return owner && subscriptionWire(context, owner).items.data.find((item) => item.id === id);
};

export const billing: Part = {
  collections: keptWhole(
    'subscriptions',
    'schedules',
    'invoices',
    'invoiceItems',
    'taxRegistrations',
    'taxSettings',
  ),
  endpoints: [
    ...customerSubscriptionEndpoints,
    ...invoiceEndpoints,
    ...invoiceLineEndpoints,
    ...manageInvoiceEndpoints,
    ...manageInvoiceItemEndpoints,
    ...manageSubscriptionItemEndpoints,
    ...invoicePreviewEndpoints,
    ...createSubscriptionEndpoints,
    ...subscriptionEndpoints,
    ...listSubscriptionEndpoints,
    ...invoicePaymentEndpoints,
    ...subscriptionDiscountEndpoints,
    ...subscriptionScheduleEndpoints,
    ...taxRegistrationEndpoints,
    ...testClockEndpoints,
  ],
  pages: (server, { holding }) => {
    invoiceRoutes(
      server,
      holding(({ invoices }, id) => invoices.get(id)),
    );
    receiptRoutes(
      server,
      holding(({ charges }, id) => charges.get(id)),
    );
  },
  references: {
    invoice,
    invoice_item: reference('Invoice Item', ({ invoiceItems }) => invoiceItems, invoiceItemWire),
    latest_invoice: invoice,
    latest_revision: invoice,
    schedule: reference('subscription_schedule', ({ schedules }) => schedules, scheduleWire),
    subscription: reference('subscription', ({ subscriptions }) => subscriptions, subscriptionWire),
    subscription_item: {
      kind: 'subscription_item',
      among: ({ subscriptions }) => subscriptions,
      show: showItem,
    },
  },
  fields: {
    'customer.subscriptions': (context, { id }) => {
      const live = context.store.subscriptions.where('customer', String(id), (one) => !hasEnded(one));
      const wire = Array.from(live, (subscription) => subscriptionWire(context, subscription));
      return embeddedList(wire, `/v1/customers/${id}/subscriptions`);
    },
    'customer.tax': (context, { id }) => customerTaxWire(context, String(id)),
    /** Lets a browser confirm the payment; null if there is nothing to pay. */
    'invoice.confirmation_secret': ({ store }, { id }) => {
      const intent = store.paymentIntents.get(store.invoices.get(String(id))?.payment_intent ?? '');
      return intent === undefined ? null : { client_secret: intent.client_secret, type: 'payment_intent' };
    },
    'invoice.payments': (context, { id }) => invoicePaymentsWire(context, String(id)),
  },
  hooks: {
    clockDeleted: endOnClock,
    customerDeleted: endOfCustomer,
    debitFailed: failDebit,
    methodChosen: payWith,
    methodDetached: payWithout,
    paymentSucceeded: settleInvoice,
    paymentWaits: awaitDebit,
    setupSucceeded: endPendingSetup,
  },
  timed: {
    subscriptions: { due: dueOfSubscription, run: runSubscription },
    schedules: {
      due: (schedule) => [scheduleDueAt(schedule), schedule.test_clock],
      run: advanceSchedule,
    },
    invoices: { due: dueOfInvoice, run: advanceInvoice },
  },
};
