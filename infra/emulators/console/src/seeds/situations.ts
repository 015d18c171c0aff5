/** What has become of a person. */
export const SITUATIONS = [
  'registered',
  'verified',
  'disabled',
  'subscribed',
  'refunded',
  'partly_refunded',
  'disputed',
  'cancels',
  'past_due',
  'needs_authentication',
] as const;

export type Situation = (typeof SITUATIONS)[number];
