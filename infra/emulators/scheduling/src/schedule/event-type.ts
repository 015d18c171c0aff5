/** A bookable event and its host's working hours, in the host's time zone. */
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
  /** Minimum minutes between booking and start. */
  readonly noticeMinutes: number;
  readonly horizonDays: number;
}

export const INTRO_CALL: EventType = {
  account: 'example',
  slug: 'intro-call',
  name: 'Intro Call',
  description: 'A first conversation.',
  location: 'Web conference, details follow with the confirmation',
  question: 'What would you like to talk about?',
  durationMinutes: 30,
  host: { name: 'Example', email: 'calls@example.com', timeZone: 'America/New_York' },
  workingDays: [1, 2, 3, 4, 5, 6],
  opensAtHour: 9,
  closesAtHour: 17,
  noticeMinutes: 120,
  horizonDays: 60,
};
