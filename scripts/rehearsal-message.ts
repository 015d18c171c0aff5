import type { Rehearsal } from '@outharbor/rehearsal/rehearsal';

/** How a person opens a rehearsal: in a browser of its own, for which the real names lead here. */
export function rehearsalMessage(
  { origin, browserArguments }: Pick<Rehearsal, 'origin' | 'browserArguments'>,
  profile: string,
): string {
  const chromium = [`--user-data-dir=${profile}`, ...browserArguments, origin].map((part) => `'${part}'`);
  return [
    '',
    `  The live settings are rehearsed at ${origin}, which only this browser finds:`,
    '',
    `  chromium ${chromium.join(' \\\n    ')}`,
    '',
    '  Behind the names of Google, Stripe and Calendly answer the emulators; no name leads out of this machine.',
    '  Card: 4242 4242 4242 4242, any name, any future date, any CVC.   Stop: Ctrl-C',
    '',
  ].join('\n');
}
