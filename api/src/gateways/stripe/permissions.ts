import type Stripe from 'stripe';

/** An id that no object has: Stripe checks the permission first. */
const NOBODY = 'doctor_none';

export interface Permission {
  /** As the dashboard names it. */
  readonly name: string;
  readonly access: 'Read' | 'Write';
  /** Needs the permission and changes nothing. */
  readonly ask: (stripe: Stripe) => Promise<unknown>;
}

/** What the API's restricted key needs. The table of SECURITY.md lists the same, with the calls of each. */
export const API_PERMISSIONS: readonly Permission[] = [
  { name: 'Customers', access: 'Write', ask: (stripe) => stripe.customers.update(NOBODY, {}) },
  { name: 'Checkout Sessions', access: 'Write', ask: (stripe) => stripe.checkout.sessions.expire(NOBODY) },
  { name: 'Disputes', access: 'Read', ask: (stripe) => stripe.disputes.retrieve(NOBODY) },
  { name: 'Subscriptions', access: 'Write', ask: (stripe) => stripe.subscriptions.update(NOBODY, {}) },
  { name: 'Charges and Refunds', access: 'Write', ask: (stripe) => stripe.refunds.update(NOBODY, {}) },
  {
    name: 'Customer portal',
    access: 'Write',
    ask: (stripe) => stripe.billingPortal.configurations.update(NOBODY, {}),
  },
  { name: 'PaymentMethods', access: 'Read', ask: (stripe) => stripe.customers.listPaymentMethods(NOBODY) },
  { name: 'Events', access: 'Read', ask: (stripe) => stripe.events.list({ limit: 1 }) },
  {
    name: 'Invoices, Credit notes',
    access: 'Write',
    ask: (stripe) => stripe.invoices.createPreview({ customer: NOBODY }),
  },
  { name: 'Prices', access: 'Read', ask: (stripe) => stripe.prices.list({ limit: 1 }) },
  { name: 'Webhook Endpoints', access: 'Read', ask: (stripe) => stripe.webhookEndpoints.list({ limit: 1 }) },
];
