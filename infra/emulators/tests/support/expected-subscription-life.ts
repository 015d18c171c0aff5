/** Expected output of a program, in any language, that takes a subscription from purchase to cancellation. */
export const SUBSCRIPTION_LIFE = [
  'checkout complete paid',
  'subscription active 1000',
  'changed 3000 1000',
  'renewed 3000 paid',
  'unpaid past_due open',
  'recovered active 3000',
  'refunded succeeded 3000',
  'canceled canceled',
  'events charge.refunded checkout.session.completed customer.subscription.created customer.subscription.deleted customer.subscription.updated invoice.paid invoice.payment_failed',
  'version same',
  'forged rejected',
];
