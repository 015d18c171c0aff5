const DATE_AND_TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** "Nov 23, 2026, 3:00 PM", in the viewer's time zone. */
export function moment(iso: string): string {
  return DATE_AND_TIME.format(new Date(iso));
}
