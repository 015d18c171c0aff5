import type { Rehearsal } from '@outharbor/rehearsal/rehearsal';

/** How to open a rehearsal: in a browser profile that resolves the real host names to this machine. */
export function rehearsalMessage(
  { origin, browserArguments }: Pick<Rehearsal, 'origin' | 'browserArguments'>,
  profile: string,
): string {
  const chromium = [`--user-data-dir=${profile}`, ...browserArguments, origin].map((part) => `'${part}'`);
  return [
    '',
    `  The rehearsal of the live settings runs at ${origin}, which resolves only in this browser:`,
    '',
    `  chromium ${chromium.join(' \\\n    ')}`,
    '',
    '  The emulators answer for the host names of Google, Stripe and Calendly; no request leaves this machine.',
    '  Card: 4242 4242 4242 4242, any name, any future date, any CVC.   Stop: Ctrl-C',
    '',
  ].join('\n');
}
