import { existsSync } from 'node:fs';
import { installedChromium, SYSTEM_CHROMIUMS } from '../infra/emulators/tests/support/chromium-path.ts';
import { succeeds } from './step.ts';

/** Returns the path of a Chromium: the system's, else the Debian package, else Playwright's download. */
export async function ensureChromium(): Promise<string> {
  await installChromium();
  const installed = installedChromium();
  if (installed) return installed;
  throw new Error(`Found no Chromium (looked for ${SYSTEM_CHROMIUMS.join(', ')}) and could not install one.`);
}

/** Installs a Chromium if there is none and the machine allows it. */
export async function installChromium(): Promise<void> {
  if (installedChromium()) return;
  console.log('Installing Chromium for the browser tests …');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const quiet = ['-qq', '-y', '--no-install-recommends'];
    await succeeds('apt-get', ['update', '-qq']);
    await succeeds('apt-get', [
      'install',
      ...quiet,
      'chromium',
      'chromium-headless-shell',
      'fonts-liberation',
    ]);
  }
  if (!installedChromium()) await succeeds('playwright-core', ['install', 'chromium']);
}
