import { access, constants } from 'node:fs/promises';
import { chromium } from 'playwright-core';

export const SYSTEM_CHROMIUMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The first Chromium there is: the one asked for, one of the system's, Playwright's own; or none. */
export async function installedChromium(): Promise<string | undefined> {
  const candidates = [process.env.CHROMIUM_PATH, ...SYSTEM_CHROMIUMS, chromium.executablePath()];
  for (const path of candidates) {
    if (path && (await isExecutable(path))) return path;
  }
  return undefined;
}

/**
 * The headless shell of Debian's package, if it is installed beside the browser: it takes less than half of the
 * processor time. Otherwise the browser.
 */
export async function headlessShellOf(chromium: string): Promise<string> {
  const shell = `${chromium}-headless-shell`;
  return (await isExecutable(shell)) ? shell : chromium;
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
