import {
  type Control,
  type EmulatorState,
  FAULT_MODES,
  FAULT_TARGETS,
  type FaultBody,
} from '@outharbor/scheduling-emulator/control-client';
import type { SchedulingSnapshot } from '../snapshot.ts';

export async function schedulingSnapshot(control: Control): Promise<SchedulingSnapshot> {
  const state = await control.state();
  return {
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
    faults: state.faults
      .filter(({ left }) => left !== 0)
      .map(({ id, target, mode, left }) => ({ id, target, mode, left })),
    faultChoices: { targets: FAULT_TARGETS, modes: FAULT_MODES },
  };
}

/** The fault that the console's form describes; undefined for an unknown target or mode. */
export function schedulingFault(target: string, mode: string, count: number | null): FaultBody | undefined {
  const knownTarget = FAULT_TARGETS.find((known) => known === target);
  const knownMode = FAULT_MODES.find((known) => known === mode);
  return knownTarget && knownMode && { target: knownTarget, mode: knownMode, count };
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
