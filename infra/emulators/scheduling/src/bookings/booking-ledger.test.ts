import fc from 'fast-check';
import { expect, test } from 'vitest';
import { INTRO_CALL } from '../schedule/event-type.ts';
import { BookingError, type BookingRequest, EMPTY_FIELDS } from './booking.ts';
import { type BookingLedger, bookingLedger } from './booking-ledger.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const DAY = { from: new Date('2026-11-23T00:00:00Z'), to: new Date('2026-11-24T00:00:00Z') };

let requests = 0;
function requestFor(start: string): BookingRequest {
  requests += 1;
  return {
    requestId: `request-${requests}`,
    start,
    timeZone: 'Europe/Berlin',
    name: 'Ada Okafor',
    email: 'ada@example.com',
    ...EMPTY_FIELDS,
  };
}

const newLedger = (): BookingLedger => bookingLedger(INTRO_CALL, () => NOW);

type Step = { do: 'book' | 'cancel' | 'reschedule' | 'reload'; slot: number; booking: number };

const anyStep: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('book', 'cancel', 'reschedule', 'reload'),
  slot: fc.nat(15),
  booking: fc.nat(9),
});

test('never double-books a slot or loses a booking, whatever the sequence of calls', () => {
  const slots = newLedger().openStarts(DAY);
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
      let ledger = newLedger();
      const model = new Map<string, string>();
      const invitees: string[] = [];
      for (const step of steps) ledger = take(step, { ledger, model, invitees, slots });
      const active = ledger.list().filter((booking) => booking.status === 'active');
      expect(new Map(active.map((booking) => [booking.start, booking.inviteeId]))).toEqual(model);
      expect(active).toHaveLength(model.size);
      expect(ledger.openStarts(DAY)).toEqual(slots.filter((slot) => !model.has(slot)));
      expect(ledger.list().map((booking) => booking.inviteeId)).toEqual(invitees);
    }),
  );
});

interface World {
  readonly ledger: BookingLedger;
  /** Slot start to invitee id. */
  readonly model: Map<string, string>;
  readonly invitees: string[];
  readonly slots: readonly string[];
}

/** Applies the step to the ledger and the model; the ledger must reject exactly what the model predicts. */
function take(step: Step, { ledger, model, invitees, slots }: World): BookingLedger {
  const slot = slots[step.slot] ?? '';
  const inviteeId = invitees[step.booking % Math.max(1, invitees.length)] ?? 'nobody';
  const held = [...model].find(([, holder]) => holder === inviteeId)?.[0];
  const mustFail = (step.do !== 'cancel' && model.has(slot)) || (step.do !== 'book' && held === undefined);
  switch (step.do) {
    case 'reload': {
      const reloaded = newLedger();
      reloaded.load(structuredClone(ledger.list()), []);
      return reloaded;
    }
    case 'book':
      if (mustFail) expect(() => ledger.book(requestFor(slot))).toThrow(BookingError);
      else hold(ledger.book(requestFor(slot)));
      return ledger;
    case 'cancel': {
      const cancel = () =>
        ledger.cancel(inviteeId, { canceledBy: 'Ada', cancelerType: 'invitee', reason: '' });
      if (mustFail) expect(cancel).toThrow(BookingError);
      else cancel();
      if (held !== undefined) model.delete(held);
      return ledger;
    }
    case 'reschedule': {
      const move = () => ledger.reschedule(inviteeId, requestFor(slot));
      if (mustFail) {
        expect(move).toThrow(BookingError);
        return ledger;
      }
      hold(move().created);
      if (held !== undefined) model.delete(held);
      return ledger;
    }
  }

  function hold(booking: { start: string; inviteeId: string }): void {
    model.set(booking.start, booking.inviteeId);
    invitees.push(booking.inviteeId);
  }
}
