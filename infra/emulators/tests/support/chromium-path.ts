import { accessSync, constants } from 'node:fs';
import { chromium } from 'playwright-core';

export const SYSTEM_CHROMIUMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export function installedChromium(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, ...SYSTEM_CHROMIUMS, chromium.executablePath()];
  return candidates.find((path) => path && isExecutable(path)) || undefined;
}

/** Debian's headless shell, if installed next to the browser, needs less than half the CPU time. */
export function headlessShellBeside(chromium: string): string {
  const shell = `${chromium}-headless-shell`;
  return isExecutable(shell) ? shell : chromium;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
