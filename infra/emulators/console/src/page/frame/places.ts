import type { Area } from '../../rows.ts';

interface NamedPlace {
  readonly path: string;
  readonly title: string;
  /** Pressed after `g`. */
  readonly key: string;
  /** The area whose rows are counted beside the title. */
  readonly area?: Area;
}

export const PLACES: readonly NamedPlace[] = [
  { path: '', title: 'Overview', key: 'o' },
  { path: 'people', title: 'People', key: 'p', area: 'people' },
  { path: 'payments', title: 'Payments', key: 'y', area: 'payments' },
  { path: 'webhooks', title: 'Webhooks', key: 'w', area: 'webhooks' },
  { path: 'events', title: 'Events', key: 'e', area: 'events' },
  { path: 'database', title: 'Database', key: 'd' },
  { path: 'bookings', title: 'Bookings', key: 'b', area: 'bookings' },
  { path: 'mails', title: 'Mails', key: 'm', area: 'mails' },
  { path: 'requests', title: 'Requests', key: 'r', area: 'requests' },
  { path: 'scenarios', title: 'Scenarios', key: 's' },
  { path: 'state', title: 'State and clock', key: 't' },
];
