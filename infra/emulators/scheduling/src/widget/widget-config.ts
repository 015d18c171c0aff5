import type { Tracking } from '../bookings/booking.ts';
import type { Prefill } from './embed-query.ts';

/** What the server tells the page's script, as JSON in a data attribute. */
export interface WidgetConfig {
  readonly embedType: string | null;
  readonly embedDomain: string | null;
  readonly availableTimesUrl: string;
  readonly bookingsUrl: string;
  /** The emulator's clock when the page was made, ISO. */
  readonly now: string;
  readonly horizonDays: number;
  readonly durationMinutes: number;
  readonly prefill: Prefill;
  readonly tracking: Tracking;
  /** Set on the reschedule page: the invitee whose booking moves. */
  readonly reschedules: string | null;
}

/** The answer to a booking, as the page's script reads it. */
export interface BookingConfirmation {
  readonly eventUri: string;
  readonly inviteeUri: string;
  readonly start: string;
  readonly end: string;
  readonly name: string;
  readonly email: string;
  readonly cancelUrl: string;
  readonly rescheduleUrl: string;
  readonly calendarFileUrl: string;
}

export interface WidgetError {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly fields?: Readonly<Record<string, string>>;
  };
}
