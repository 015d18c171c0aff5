import { PRICING } from '../../content/pricing.ts';
import type { Session } from '../auth/session.ts';

/** A notice about a failed payment or the end of the plan; undefined if there is neither. */
export function planStanding(session: Session): string | undefined {
  if (session.status !== 'signed-in') return undefined;
  if (session.pastDue) return PRICING.pastDue;
  return session.endsAt === undefined ? undefined : `${PRICING.endsOn} ${longDate(session.endsAt)}`;
}

/** Formats Unix seconds as a date in the visitor's time zone. */
export const longDate = (seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long' });
