import type { EmbeddedStack } from '@outharbor/embedded/embedded-stack';

const TEST_CARDS = [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0025 0000 3155', 'asks for authentication'],
  ['4000 0000 0000 0341', 'pays once and fails on the renewal'],
] as const;

export function readyMessage(
  { url, console }: Pick<EmbeddedStack, 'url' | 'console'>,
  { seconds, logFile }: { seconds: number; logFile: string },
): string {
  return [
    '',
    `  Outharbor is ready at ${url} after ${seconds.toFixed(1)} s.`,
    ...(console ? [`  The emulated services can be seen and driven at ${console.url}`] : []),
    '',
    '  Emulated, all of it on this machine: Firebase Auth, Realtime Database, Stripe, the scheduling widget.',
    '  Test cards (any name, any future date, any CVC):',
    ...TEST_CARDS.map(([number, effect]) => `    ${number}  ${effect}`),
    '',
    `  Log of the API: ${logFile}   Stop: Ctrl-C   Start empty: npm start -- --fresh`,
    '',
  ].join('\n');
}
