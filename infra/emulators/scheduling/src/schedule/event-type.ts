import {
  anyText,
  described,
  integer,
  list,
  type ObjectOf,
  object,
  text,
} from '@outharbor/emulator-kit/json-reader';

const HOUR = integer(0, 24);

export const EVENT_TYPE = {
  account: text,
  slug: text,
  name: text,
  description: anyText,
  location: anyText,
  question: anyText,
  durationMinutes: integer(1),
  host: object({ name: text, email: text, timeZone: text }),
  workingDays: described('0 is Sunday', list(integer(0, 6))),
  opensAtHour: HOUR,
  closesAtHour: HOUR,
  noticeMinutes: described('minimum between booking and start', integer(0)),
  horizonDays: integer(1),
};

/** A bookable event and its host's working hours, in the host's time zone. */
export interface EventType extends ObjectOf<typeof EVENT_TYPE> {}

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
