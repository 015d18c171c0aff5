import { ControlError } from '@outharbor/emulator-kit/control-error';
import { advanced, clockReading } from '@outharbor/emulator-kit/time-span';
import type { EmulatorContext } from '../emulator-context.ts';
import type { Control } from './control-types.ts';
import { DEMO_SEED, reschedule, seed } from './seed.ts';

export function controlScheduling(
  context: EmulatorContext,
  own: Pick<Control, 'reset' | 'settle' | 'saveState' | 'checkState' | 'loadState'>,
): Control {
  const { clock, faults, outbox, addresses, desk, eventType, ledger, save } = context;
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
      if (publicUrl !== undefined) addresses.publicUrl = publicUrl;
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
    cancel: (inviteeId) =>
      desk.cancel(inviteeId, { canceledBy: eventType.host.name, cancelerType: 'host', reason: null }),
  };
}
