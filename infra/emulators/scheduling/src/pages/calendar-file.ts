import type { Booking } from '../bookings/booking.ts';
import { chosenLocation } from '../schedule/booking-form.ts';
import type { EventType } from '../schedule/event-type.ts';

const LINE_OCTETS = 75;

/** One event as iCalendar (RFC 5545), with UTC times. */
export function calendarFile(booking: Booking, eventType: EventType): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Outharbor//Emulated scheduling//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${booking.status === 'active' ? 'PUBLISH' : 'CANCEL'}`,
    'BEGIN:VEVENT',
    `UID:${booking.eventId}@scheduling.invalid`,
    `DTSTAMP:${stamp(booking.updatedAt)}`,
    `DTSTART:${stamp(booking.start)}`,
    `DTEND:${stamp(booking.end)}`,
    `SUMMARY:${escapeText(`${eventType.name} with ${eventType.host.name}`)}`,
    `LOCATION:${escapeText(booking.location ?? chosenLocation(eventType, booking.locationKind).location ?? '')}`,
    `ORGANIZER;CN=${quoted(eventType.host.name)}:mailto:${eventType.host.email}`,
    `ATTENDEE;CN=${quoted(booking.name)}:mailto:${booking.email}`,
    ...booking.guests.map((guest) => `ATTENDEE:mailto:${guest}`),
    `STATUS:${booking.status === 'active' ? 'CONFIRMED' : 'CANCELLED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function stamp(iso: string): string {
  return `${iso.slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r?\n/g, '\\n');
}

/** A parameter value cannot escape quotes or control characters, so they are removed. */
function quoted(text: string): string {
  return `"${text.replace(/["\p{Cc}]/gu, '')}"`;
}

/** Lines have at most 75 octets; a continuation starts with a space. Characters are never split. */
function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
