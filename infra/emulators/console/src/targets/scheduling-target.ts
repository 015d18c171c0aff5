import type { EmulatorState } from '@outharbor/scheduling-emulator/control/emulator-state';
import { FAULT_MODES, FAULT_TARGETS } from '@outharbor/scheduling-emulator/control/fault-switches';
import type { SchedulingControlClient } from '@outharbor/scheduling-emulator/control-client';
import type { SchedulingSnapshot } from '../snapshot.ts';

export async function schedulingSnapshot(client: SchedulingControlClient): Promise<SchedulingSnapshot> {
  const state = await client.state();
  return {
    now: state.now,
    bookings: state.bookings
      .map(({ inviteeId, name, email, start, status, rescheduled }) => ({
        inviteeId,
        name,
        email,
        start,
        status,
        rescheduled,
      }))
      .toSorted((a, b) => a.start.localeCompare(b.start)),
    deliveries: state.deliveries.map(deliveryRow).reverse(),
    faults: state.faults.map(({ id, target, mode, count, struck }) => ({
      id,
      target,
      mode,
      left: count === null ? null : count - struck,
    })),
    faultChoices: { targets: FAULT_TARGETS, modes: FAULT_MODES },
  };
}

function deliveryRow({ id, event, url, state, attempts }: EmulatorState['deliveries'][number]) {
  return {
    id,
    event,
    url,
    state,
    attempts: attempts.map(({ at, status, durationMs, answer }) => ({ at, status, durationMs, answer })),
  };
}
