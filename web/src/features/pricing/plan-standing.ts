import { PRICING } from '../../content/pricing.ts';
import type { Session } from '../auth/session.ts';

/** What a subscriber has to know about the current plan; undefined where all is well. */
export function planStanding(session: Session): string | undefined {
  if (session.status !== 'signed-in') return undefined;
  if (session.behind) return PRICING.behind;
  return session.endsAt === undefined ? undefined : `${PRICING.endsOn} ${longDate(session.endsAt)}`;
}

/** The day of a time in Unix seconds, where the visitor is. */
export const longDate = (seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long' });
