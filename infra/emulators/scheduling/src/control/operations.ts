import { randomUUID } from 'node:crypto';
import { ControlError } from '@outharbor/emulator-kit/control-error';
import { advanced, clockReading } from '@outharbor/emulator-kit/time-span';
import { type Booking, BookingError, EMPTY_FIELDS } from '../bookings/booking.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import { bookableWindow } from '../schedule/availability.ts';
import type { Control, SeedBody } from './control-types.ts';

export function controlScheduling(
  context: EmulatorContext,
  own: Pick<Control, 'reset' | 'settle' | 'saveState' | 'checkState' | 'loadState'>,
): Control {
  const { clock, faults, outbox, addresses, desk, ledger, save } = context;
  const reading = () => clockReading(clock.now().getTime(), clock.offsetMs);
  return {
    ...own,
    ...faults.control,
    state: async () => ({
      now: clock.now().toISOString(),
      eventTypeUrl: addresses.eventTypeUrl,
      bookings: ledger.list(),
      subscriptions: outbox.subscriptions.map(({ signingKey: _secret, ...shown }) => shown),
      deliveries: outbox.deliveries(),
      faults: faults.list(),
    }),
    seed: async (body = {}) => ({ bookings: await seed(context, body.bookings ? body : DEMO_SEED) }),
    configure: async ({ publicUrl }) => {
      if (publicUrl !== undefined) addresses.origins.publicUrl = publicUrl.replace(/\/+$/, '');
      return { eventTypeUrl: addresses.eventTypeUrl };
    },
    clock: async () => reading(),
    advanceTime: async (span) => {
      const now = clock.now().getTime();
      clock.offsetMs += advanced(now, span) - now;
      await save();
      return reading();
    },
    deliveries: async () => outbox.deliveries(),
    redeliver: async (id) => {
      await outbox.redeliver(id);
      const delivery = outbox.delivery(id);
      if (delivery === undefined) throw new ControlError(404, `there is no delivery ${id}`);
      return delivery;
    },
    reschedule: (inviteeId, { start } = {}) => reschedule(context, inviteeId, start),
    cancel: (inviteeId) => desk.cancelAsHost(inviteeId, null),
  };
}

const DEMO_SEED: SeedBody = {
  bookings: [
    { name: 'Ada Okafor', email: 'ada.okafor@example.com' },
    { name: 'Jonas Lind', email: 'jonas.lind@example.com' },
    { name: 'Mei Tanaka', email: 'mei.tanaka@example.com' },
  ],
};

function reschedule(context: EmulatorContext, inviteeId: string, start?: string): Promise<Booking> {
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

async function seed(context: EmulatorContext, { bookings = [] }: SeedBody): Promise<Booking[]> {
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
