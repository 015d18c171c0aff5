import { join } from 'node:path';
import { buildPackages } from '../../../scripts/packages/build-packages.ts';
import { emptyFolder, InstalledApp } from './installed-app.ts';

/** Builds every package and installs all of them into an application, both in `folder`. */
export async function installPackages(folder: string) {
  const out = join(folder, 'packages');
  const packages = await buildPackages(out);
  const tarballs = packages.map(({ filename }) => join(out, filename));
  const app = await InstalledApp.install(await emptyFolder(folder, 'app'), tarballs);
  return { packages, tarballs, app };
}
