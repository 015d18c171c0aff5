export interface Cancellation {
  readonly canceledBy: string;
  readonly cancelerType: 'host' | 'invitee';
  readonly reason: string;
  readonly createdAt: string;
}

export interface Tracking {
  readonly utm_campaign: string | null;
  readonly utm_source: string | null;
  readonly utm_medium: string | null;
  readonly utm_content: string | null;
  readonly utm_term: string | null;
  readonly salesforce_uuid: string | null;
}

/** What a visitor hands in. Instants are ISO strings in UTC. */
export interface BookingRequest {
  /** Made by the page once per form; a repeated request with it is the same booking. */
  readonly requestId: string;
  readonly start: string;
  readonly timeZone: string;
  readonly name: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly guests: readonly string[];
  readonly location: string | null;
  readonly answers: Readonly<Record<string, string>>;
  readonly tracking: Tracking;
}

/** One event with its one invitee: the event type takes a single invitee per slot. */
export interface Booking extends BookingRequest {
  readonly eventId: string;
  readonly inviteeId: string;
  readonly end: string;
  readonly status: 'active' | 'canceled';
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly cancellation: Cancellation | null;
  readonly rescheduled: boolean;
  readonly oldInvitee: { readonly eventId: string; readonly inviteeId: string } | null;
  readonly newInvitee: { readonly eventId: string; readonly inviteeId: string } | null;
}

export const NO_TRACKING: Tracking = {
  utm_campaign: null,
  utm_source: null,
  utm_medium: null,
  utm_content: null,
  utm_term: null,
  salesforce_uuid: null,
};
