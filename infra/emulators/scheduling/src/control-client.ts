import type { Booking } from './bookings/booking.ts';
import type { ConfigureBody, FaultBody, SeedBody } from './control/control-types.ts';
import type { EmulatorState } from './control/emulator-state.ts';
import type { Fault } from './faults/fault-switches.ts';
import { namespacePath, requireNamespaceName } from './namespace-name.ts';
import type { Delivery } from './webhooks/delivery.ts';

export type { FaultBody } from './control/control-types.ts';
export type { EmulatorState } from './control/emulator-state.ts';
export { FAULT_MODES, FAULT_TARGETS } from './faults/fault-switches.ts';
export { namespaceToken } from './namespace-name.ts';

export interface ClockReading {
  readonly now: string;
  readonly offsetMs: number;
}

/** The control interface of a running emulator. */
export class SchedulingControlClient {
  readonly #base: string;

  /** Of the emulator's own account, or of a namespace, which comes into being when it is first used. */
  constructor(controlUrl: string, namespace?: string) {
    const base = `${controlUrl.replace(/\/+$/, '')}/_emulator`;
    this.#base = namespace === undefined ? base : namespacePath(base, requireNamespaceName(namespace));
  }

  health(): Promise<{ status: string; now: string }> {
    return this.#call('GET', '/health');
  }

  state(): Promise<EmulatorState> {
    return this.#call('GET', '/state');
  }

  reset(): Promise<void> {
    return this.#call('POST', '/reset');
  }

  settle(): Promise<void> {
    return this.#call('POST', '/settle');
  }

  configure(options: ConfigureBody): Promise<{ eventTypeUrl: string }> {
    return this.#call('POST', '/configure', options);
  }

  /** Without bookings of one's own, a small set made for looking at. */
  seed(body: SeedBody = {}): Promise<{ bookings: Booking[] }> {
    return this.#call('POST', '/seed', body);
  }

  clock(): Promise<ClockReading> {
    return this.#call('GET', '/clock');
  }

  advance(advanceMs: number): Promise<ClockReading> {
    return this.#call('POST', '/clock', { advanceMs });
  }

  addFault(fault: FaultBody): Promise<Fault> {
    return this.#call('POST', '/faults', fault);
  }

  removeFault(id: string): Promise<void> {
    return this.#call('DELETE', `/faults/${encodeURIComponent(id)}`);
  }

  clearFaults(): Promise<void> {
    return this.#call('DELETE', '/faults');
  }

  redeliver(id: string): Promise<Delivery> {
    return this.#call('POST', `/deliveries/${encodeURIComponent(id)}/redeliver`);
  }

  cancel(inviteeId: string): Promise<Booking> {
    return this.#call('POST', `/bookings/${encodeURIComponent(inviteeId)}/cancel`);
  }

  /** Ends the namespace and forgets all of it; named again, it begins anew. */
  close(): Promise<void> {
    return this.#call('DELETE', '');
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.#base}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}
