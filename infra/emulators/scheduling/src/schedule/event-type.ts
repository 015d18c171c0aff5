/** What can be booked, and when its host works. Hours and days are the host's own. */
export interface EventType {
  readonly account: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly location: string;
  readonly question: string;
  readonly durationMinutes: number;
  readonly host: { readonly name: string; readonly email: string; readonly timeZone: string };
  /** 0 is Sunday. */
  readonly workingDays: readonly number[];
  readonly opensAtHour: number;
  readonly closesAtHour: number;
  /** A slot that starts sooner than this is no longer offered. */
  readonly noticeMinutes: number;
  readonly horizonDays: number;
}

export const DISCOVERY_SESSION: EventType = {
  account: 'outharbor',
  slug: 'discovery-session',
  name: 'Discovery Session',
  description: 'A first conversation about your market, your offer and the meetings you want to have.',
  location: 'Web conference, details follow with the confirmation',
  question: 'What would you like to talk about?',
  durationMinutes: 30,
  host: { name: 'Outharbor', email: 'calls@outharbor.example', timeZone: 'America/New_York' },
  workingDays: [1, 2, 3, 4, 5, 6],
  opensAtHour: 9,
  closesAtHour: 17,
  noticeMinutes: 120,
  horizonDays: 60,
};
