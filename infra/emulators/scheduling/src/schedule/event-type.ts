import * as json from '@outharbor/emulator-kit/json-reader';

const HOUR = json.integer(0, 24);

const QUESTION = {
  name: json.text,
  type: json.oneOf(['string', 'text', 'phone_number', 'single_select', 'multi_select']),
  required: json.flag,
  choices: json.optional(json.list(json.text)),
};

const LOCATION = {
  kind: json.oneOf([
    'custom',
    'physical',
    'ask_invitee',
    'inbound_call',
    'outbound_call',
    'google_conference',
    'microsoft_teams_conference',
    'zoom_conference',
  ]),
  location: json.setting('the place or the number to call', json.anyText),
};

export interface Question extends json.ObjectOf<typeof QUESTION> {}
export interface Location extends json.ObjectOf<typeof LOCATION> {}

export const EVENT_TYPE = {
  account: json.text,
  slug: json.text,
  name: json.text,
  description: json.anyText,
  location: json.anyText,
  question: json.anyText,
  questions: json.setting('in place of `question`', json.list(json.object(QUESTION), 10)),
  locations: json.setting(
    'in place of `location`; visitors choose if there are several',
    json.list(json.object(LOCATION)),
  ),
  durationMinutes: json.integer(1),
  host: json.object({ name: json.text, email: json.text, timeZone: json.text }),
  workingDays: json.described('0 is Sunday', json.list(json.integer(0, 6))),
  opensAtHour: HOUR,
  closesAtHour: HOUR,
  noticeMinutes: json.described('minimum between booking and start', json.integer(0)),
  horizonDays: json.integer(1),
};

const { account: _account, host: _host, ...OF_THE_SAME_HOST } = EVENT_TYPE;
export const FURTHER_EVENT_TYPE = OF_THE_SAME_HOST;

/** Another event of the same host. */
export type FurtherEventType = json.ObjectOf<typeof FURTHER_EVENT_TYPE>;

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
