/**
 * All events that the webhook endpoint must subscribe to. Their content is not trusted: on a mismatch with the ledger,
 * Stripe is asked.
 */
export const HANDLED_EVENTS: readonly string[] = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  // A refund is accepted at once and may fail days later.
  'refund.failed',
  'refund.updated',
  'charge.refund.updated',
];
