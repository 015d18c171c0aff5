/**
 * Events after which a plan may have changed. Their content is not trusted: on a mismatch with the ledger,
 * Stripe is asked.
 */
const PLAN_EVENTS: readonly string[] = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
];

/** Events about disputed payments. */
const DISPUTE_EVENTS: readonly string[] = [
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
];

/** A refund is accepted at once and may fail days later. */
const REFUND_EVENTS: readonly string[] = ['refund.failed', 'refund.updated', 'charge.refund.updated'];

/** All events that the webhook endpoint must subscribe to. */
export const HANDLED_EVENTS: readonly string[] = [...PLAN_EVENTS, ...DISPUTE_EVENTS, ...REFUND_EVENTS];
