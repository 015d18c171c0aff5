import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, download, type Toolchain, toolchainFolder } from './toolchain.ts';

const PACKAGES = ['@stripe/cli@1.52.0'];

/** Stripe's own command-line program. */
export const stripeCli: Toolchain = {
  name: 'stripe-cli',
  need: 'npm',
  needs: ['npm'],
  packages: PACKAGES,
  async install(folder) {
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    await download(['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES], folder);
  },
};

export function stripeCommand(...args: readonly string[]): Command {
  return [join(toolchainFolder(stripeCli), 'node_modules/@stripe/cli/bin/shim.js'), ...args];
}
