/** Each `key` is pressed after `g`. */
export const PLACES = [
  { path: '', title: 'Overview', key: 'o' },
  { path: 'people', title: 'People', key: 'p' },
  { path: 'payments', title: 'Payments', key: 'y' },
  { path: 'webhooks', title: 'Webhooks', key: 'w' },
  { path: 'events', title: 'Events', key: 'e' },
  { path: 'database', title: 'Database', key: 'd' },
  { path: 'bookings', title: 'Bookings', key: 'b' },
  { path: 'mails', title: 'Mails', key: 'm' },
  { path: 'requests', title: 'Requests', key: 'r' },
  { path: 'scenarios', title: 'Scenarios', key: 's' },
  { path: 'state', title: 'State and clock', key: 't' },
] as const;
