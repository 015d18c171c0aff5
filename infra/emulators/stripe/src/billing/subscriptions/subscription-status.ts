import type { Subscription } from '../billing-entities.ts';

export function hasEnded({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

const ANNOUNCED_BEFORE_SECONDS = 3 * 86_400;

/** When the "trial ending soon" event is due, in Unix seconds; null without a trial or once sent. */
export function trialEndAnnouncement(subscription: Subscription): number | null {
  const { status, trial_end, trialEndAnnounced } = subscription;
  if (status !== 'trialing' || trial_end === null || trialEndAnnounced) return null;
  return trial_end - ANNOUNCED_BEFORE_SECONDS;
}

/** When the next renewal is announced, in Unix seconds; null if never. Very short periods are not announced. */
export function upcomingAnnouncement(subscription: Subscription, days: number | null): number | null {
  const { cancel_at, days_until_due, items, pause_collection, status, upcomingAnnounced } = subscription;
  const end = Math.min(...items.map(({ current_period_end }) => current_period_end));
  const isBilled = status === 'active' || status === 'trialing' || status === 'past_due';
  const isCharged = isBilled && pause_collection === null && days_until_due == null;
  if (days === null || !isCharged || upcomingAnnounced === end || (cancel_at !== null && cancel_at <= end)) {
    return null;
  }
  const at = end - days * 86_400;
  return items.every(({ current_period_start }) => current_period_start < at) ? at : null;
}

const HOURS_TO_PAY = 23;

/** Deadline for paying an incomplete subscription's first invoice, in Unix seconds. */
export function incompleteUntil({ created }: Pick<Subscription, 'created'>): number {
  return created + HOURS_TO_PAY * 3600;
}
