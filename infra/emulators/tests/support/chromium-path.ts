import { access, constants } from 'node:fs/promises';
import { chromium } from 'playwright-core';

export const SYSTEM_CHROMIUMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export async function installedChromium(): Promise<string | undefined> {
  const candidates = [process.env.CHROMIUM_PATH, ...SYSTEM_CHROMIUMS, chromium.executablePath()];
  for (const path of candidates) {
    if (path && (await isExecutable(path))) return path;
  }
  return undefined;
}

/** Debian's headless shell, if installed next to the browser, needs less than half the CPU time. */
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
