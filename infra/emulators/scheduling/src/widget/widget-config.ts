import type { Tracking } from '../bookings/booking.ts';
import type { Prefill } from './embed-query.ts';

/** Server data for the page's script, embedded as JSON in a data attribute. */
export interface WidgetConfig {
  readonly embedType: string | null;
  readonly embedDomain: string | null;
  readonly availableTimesUrl: string;
  readonly bookingsUrl: string;
  /** Emulator time when the page was rendered, ISO. */
  readonly now: string;
  readonly horizonDays: number;
  readonly durationMinutes: number;
  /** The time that the page's address names. */
  readonly start: string | null;
  /** The id of the scheduling link of the page, if it is one. */
  readonly link: string | null;
  readonly prefill: Prefill;
  readonly tracking: Tracking;
  /** Invitee id of the booking to move; only on the reschedule page. */
  readonly reschedules: string | null;
}

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
