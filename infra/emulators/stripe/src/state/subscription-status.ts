import type { Subscription } from './billing-entities.ts';

/** Whether a subscription is over for good. */
export function hasEnded({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

const ANNOUNCED_BEFORE_SECONDS = 3 * 86_400;

/** When the end of a trial is to be announced; null without a trial, and once it is done. */
export function trialEndAnnouncement(subscription: Subscription): number | null {
  const { status, trialEnd, trialEndAnnounced } = subscription;
  if (status !== 'trialing' || trialEnd === null || trialEndAnnounced) return null;
  return trialEnd - ANNOUNCED_BEFORE_SECONDS;
}

const HOURS_TO_PAY = 23;

/** Until when the first invoice of an incomplete subscription can be paid. */
export function incompleteUntil({ created }: Pick<Subscription, 'created'>): number {
  return created + HOURS_TO_PAY * 3600;
}
