import type { EmbeddedStack } from '@outharbor/embedded/embedded-stack';
import type { Rehearsal } from '@outharbor/rehearsal/rehearsal';
import type { StripeEmulator } from '@outharbor/stripe-emulator';

const TEST_CARDS = [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0025 0000 3155', 'requires authentication'],
  ['4000 0000 0000 0341', 'pays once and fails on the renewal'],
] as const;

interface ReadyStack extends Pick<EmbeddedStack, 'url' | 'console'> {
  readonly stripe: Pick<StripeEmulator, 'url' | 'secretKey'>;
}

export function readyMessage({ url, console, stripe }: ReadyStack, logFile: string): string {
  const startedAt = Number(process.env.STARTED_AT ?? performance.timeOrigin);
  const seconds = (Date.now() - startedAt) / 1000;
  return [
    '',
    `  Outharbor is ready at ${url} after ${seconds.toFixed(1)} s.`,
    ...(console ? [`  Inspect and control the emulated services at ${console.url}`] : []),
    `  Stripe's CLI: npx @stripe/cli listen --api-base ${stripe.url} --api-key ${stripe.secretKey}`,
    '',
    '  Emulated on this machine: Firebase Auth, Realtime Database, Stripe and the scheduling widget.',
    '  Test cards (any name, any future date, any CVC, any postal code):',
    ...TEST_CARDS.map(([number, effect]) => `    ${number}  ${effect}`),
    '',
    `  API log: ${logFile}   Stop: Ctrl-C   Start without data: npm start -- --fresh`,
    '',
  ].join('\n');
}

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
    '  Card: 4242 4242 4242 4242, any name, any future date, any CVC, any postal code.   Stop: Ctrl-C',
    '',
  ].join('\n');
}
