import {
  CLOCK_ROUTES,
  type ControlRoutes,
  deliveryRoutes,
  health,
} from '@outharbor/emulator-kit/control-server';
import { faultRoutes } from '@outharbor/emulator-kit/faults';
import { BookingError } from '../bookings/booking-error.ts';
import { readConfiguration, readFault, readRedelivery, readSeed } from './control-bodies.ts';
import type { Control } from './control-types.ts';

export const CONTROL_ROUTES: ControlRoutes<Control> = {
  ...CLOCK_ROUTES,
  ...faultRoutes(readFault),
  ...deliveryRoutes(readRedelivery),
  'GET /health': async (account) => health({ now: (await account.clock()).now }),
  'POST /seed': (account, { body }) => account.seed(body(readSeed)),
  'POST /configure': (account, { body }) => account.configure(body(readConfiguration)),
  'POST /bookings/:id/cancel': (account, { params }) => account.cancel(params.id ?? ''),
};

export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof BookingError)) return undefined;
  return error.code === 'unknown_booking' ? 404 : 409;
}
