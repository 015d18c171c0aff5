import type { IncomingMessage } from 'node:http';

/** Headers that front doors and proxies add; the owner's own tools reach the emulator directly. */
const MARKS = ['x-emulator-public', 'x-forwarded-for', 'forwarded'];

export function isPublicTraffic({ headers }: IncomingMessage): boolean {
  return MARKS.some((mark) => headers[mark] !== undefined);
}
