import * as json from '@outharbor/emulator-kit/json-reader';

const HOUR = json.integer(0, 24);

export const EVENT_TYPE = {
  account: json.text,
  slug: json.text,
  name: json.text,
  description: json.anyText,
  location: json.anyText,
  question: json.anyText,
  durationMinutes: json.integer(1),
  host: json.object({ name: json.text, email: json.text, timeZone: json.text }),
  workingDays: json.described('0 is Sunday', json.list(json.integer(0, 6))),
  opensAtHour: HOUR,
  closesAtHour: HOUR,
  noticeMinutes: json.described('minimum between booking and start', json.integer(0)),
  horizonDays: json.integer(1),
};

/** A bookable event and its host's working hours, in the host's time zone. */
export interface EventType extends json.ObjectOf<typeof EVENT_TYPE> {}

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
