import type { EventType } from '@outharbor/scheduling-emulator';

/** The event type that visitors book. */
export const eventType: EventType = {
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
