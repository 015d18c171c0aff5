import { expect, test } from 'vitest';
import { type Booking, EMPTY_FIELDS } from '../bookings/booking.ts';
import { INTRO_CALL } from '../schedule/event-type.ts';
import { calendarFile } from './calendar-file.ts';

const booking: Booking = {
  ...EMPTY_FIELDS,
  requestId: 'r',
  eventId: 'event-1',
  inviteeId: 'invitee-1',
  start: '2026-11-23T14:00:00.000Z',
  end: '2026-11-23T14:30:00.000Z',
  timeZone: 'Europe/Berlin',
  name: 'Ada "Countess" Okafor',
  email: 'ada@example.com',
  guests: ['guest@example.com'],
  location: 'Room 1; second floor, left\nEND:VCALENDAR',
  status: 'active',
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  cancellation: null,
  rescheduled: false,
  oldInvitee: null,
  newInvitee: null,
};

test('writes the event with UTC times', () => {
  const file = calendarFile(booking, INTRO_CALL);
  expect(file).toContain('DTSTART:20261123T140000Z\r\nDTEND:20261123T143000Z\r\n');
  expect(file).toContain('ATTENDEE;CN="Ada Countess Okafor":mailto:ada@example.com\r\n');
  expect(file).toContain('ATTENDEE:mailto:guest@example.com\r\n');
  expect(file).toContain('STATUS:CONFIRMED');
});

test('escapes text that would end its line or the calendar', () => {
  const file = calendarFile(booking, INTRO_CALL);
  expect(file).toContain('LOCATION:Room 1\\; second floor\\, left\\nEND:VCALENDAR\r\n');
  expect(file.match(/^END:VCALENDAR/gm)).toHaveLength(1);
});

test('folds lines at 75 octets without splitting a character', () => {
  const long = calendarFile({ ...booking, location: 'ü'.repeat(200) }, INTRO_CALL);
  for (const line of long.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(long.replaceAll('\r\n ', '')).toContain(`LOCATION:${'ü'.repeat(200)}`);
});

test('writes a canceled event with METHOD:CANCEL and STATUS:CANCELLED', () => {
  const file = calendarFile({ ...booking, status: 'canceled' }, INTRO_CALL);
  expect(file).toContain('METHOD:CANCEL');
  expect(file).toContain('STATUS:CANCELLED');
});
