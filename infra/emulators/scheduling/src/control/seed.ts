import { randomUUID } from 'node:crypto';
import { type Booking, EMPTY_FIELDS } from '../bookings/booking.ts';
import { BookingError } from '../bookings/booking-error.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import { bookableWindow } from '../schedule/availability.ts';
import type { SeedBody } from './control-bodies.ts';

export const DEMO_SEED: SeedBody = {
  bookings: [
    { name: 'Ada Okafor', email: 'ada.okafor@example.com' },
    { name: 'Jonas Lind', email: 'jonas.lind@example.com' },
    { name: 'Mei Tanaka', email: 'mei.tanaka@example.com' },
  ],
};

export function reschedule(context: EmulatorContext, inviteeId: string, start?: string): Promise<Booking> {
  const booking = context.desk.find(inviteeId);
  if (booking === undefined) throw new BookingError('unknown_booking');
  const request = { ...booking, requestId: randomUUID(), start: start ?? nextOpenStart(context) };
  return context.desk.reschedule(inviteeId, request);
}

function nextOpenStart({ desk, eventType, clock }: EmulatorContext): string {
  const [next] = desk.openStarts(bookableWindow(eventType, clock.now()));
  if (next === undefined) throw new BookingError('slot_unavailable');
  return next;
}

export async function seed(context: EmulatorContext, { bookings = [] }: SeedBody): Promise<Booking[]> {
  const booked: Booking[] = [];
  for (const { name, email, start } of bookings) {
    booked.push(
      await context.desk.book({
        requestId: randomUUID(),
        start: start ?? nextOpenStart(context),
        timeZone: context.eventType.host.timeZone,
        name,
        email,
        ...EMPTY_FIELDS,
      }),
    );
  }
  return booked;
}
