import type { IncomingMessage } from 'node:http';

/** Headers added by front doors and proxies. The owner's own tools connect to the emulator directly. */
const MARKS = ['x-emulator-public', 'x-forwarded-for', 'forwarded'];

export function isPublicTraffic({ headers }: IncomingMessage): boolean {
  return MARKS.some((mark) => headers[mark] !== undefined);
}
