import { isLeaving } from './renew.ts';

/* The only file that writes to the console, where the product logs failures and scheduling events. */

export function logError(what: string, cause: unknown): void {
  if (isLeaving()) return;
  // biome-ignore lint/suspicious/noConsole: the specification logs failures to the console
  console.error(what, cause);
}

export function logInfo(what: string, details: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the specification logs scheduling events to the console
  console.info(what, details);
}
