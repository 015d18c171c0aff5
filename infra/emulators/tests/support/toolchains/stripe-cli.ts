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

/** The program itself: npm's command for it would leave it running when it is ended. */
export function stripeCommand(...args: readonly string[]): Command {
  const folder = `node_modules/@stripe/cli-${process.platform}-${process.arch}`;
  return [join(toolchainFolder(stripeCli), folder, 'bin/stripe'), ...args];
}
