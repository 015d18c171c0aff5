import type { EventType } from './schedule/event-type.ts';

const USER_ID = 'HOST000000000001';
const ORGANIZATION_ID = 'ORGANIZATION0001';

/** Known only when the server listens, and changed for a product that visitors reach elsewhere. */
export interface Origins {
  /** That visitors use; the emulator's own when absent. */
  publicUrl: string | undefined;
  apiUrl: string;
}

export type Addresses = ReturnType<typeof addressesOf>;

/** Builds all URLs. Only ids are stored, so URLs follow a change of port or origin. */
export function addressesOf(origins: Origins, pagesPath: string, { account, slug }: EventType, index = 0) {
  const api = (path: string) => `${origins.apiUrl}/${path}`;
  const page = (path: string) => `${origins.publicUrl ?? origins.apiUrl}${pagesPath}/${path}`;
  const event = (eventId: string) => api(`scheduled_events/${eventId}`);
  return {
    origins,
    get apiUrl() {
      return origins.apiUrl;
    },
    get profileUrl() {
      return page(account);
    },
    get eventTypeUrl() {
      return page(`${account}/${slug}`);
    },
    get user() {
      return api(`users/${USER_ID}`);
    },
    get organization() {
      return api(`organizations/${ORGANIZATION_ID}`);
    },
    get eventType() {
      return api(`event_types/EVENTTYPE${String(index + 1).padStart(7, '0')}`);
    },
    /** Of the page that begins with the form for this time. */
    timeUrl: (start: string) => {
      const date = start.slice(0, 'YYYY-MM-DD'.length);
      const month = date.slice(0, 'YYYY-MM'.length);
      return page(`${account}/${slug}/${start.replace('.000', '')}?month=${month}&date=${date}`);
    },
    event,
    invitee: (ids: { eventId: string; inviteeId: string }) =>
      `${event(ids.eventId)}/invitees/${ids.inviteeId}`,
    noShow: (inviteeId: string) => api(`invitee_no_shows/${inviteeId}`),
    webhookSubscription: (id: string) => api(`webhook_subscriptions/${id}`),
    /** Of the page that books once. */
    link: (id: string) => page(`d/${id}/${slug}`),
    cancel: (inviteeId: string) => page(`cancellations/${inviteeId}`),
    reschedule: (inviteeId: string) => page(`reschedulings/${inviteeId}`),
    booked: (inviteeId: string) => page(`invitees/${inviteeId}`),
    calendarFile: (inviteeId: string) => page(`invitees/${inviteeId}/${slug}.ics`),
  };
}
