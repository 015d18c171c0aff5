import { access, constants } from 'node:fs/promises';
import { installedChromium, SYSTEM_CHROMIUMS } from '../infra/emulators/tests/support/chromium-path.ts';
import { succeeds } from './step.ts';

/** Returns the path of a Chromium: the system's, else the Debian package, else Playwright's download. */
export async function ensureChromium(): Promise<string> {
  const present = await installedChromium();
  if (present) return present;
  console.log('Installing Chromium for the browser tests …');
  if (await mayInstallPackages()) {
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
  if (!(await installedChromium())) await succeeds('playwright-core', ['install', 'chromium']);
  const installed = await installedChromium();
  if (installed) return installed;
  throw new Error(`Found no Chromium (looked for ${SYSTEM_CHROMIUMS.join(', ')}) and could not install one.`);
}

async function mayInstallPackages(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  return access('/usr/bin/apt-get', constants.X_OK).then(
    () => true,
    () => false,
  );
}
