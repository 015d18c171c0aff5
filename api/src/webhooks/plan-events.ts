/** Events after which a plan may have changed. What they say is not believed: where the ledger disagrees, Stripe is asked. */
export const PLAN_EVENTS: readonly string[] = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
];

/** Events of a payment that a cardholder or a bank objects to. */
export const DISPUTE_EVENTS: readonly string[] = [
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
];

/** Everything that the webhook endpoint has to be sent. */
export const HANDLED_EVENTS: readonly string[] = [...PLAN_EVENTS, ...DISPUTE_EVENTS];
