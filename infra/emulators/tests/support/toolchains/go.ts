import { join } from 'node:path';
import { download, execute, type LanguageToolchain } from './toolchain.ts';

const PACKAGES = ['github.com/stripe/stripe-go/v82@v82.5.1', 'firebase.google.com/go/v4@v4.19.0'];

export const go: LanguageToolchain = {
  name: 'go',
  ending: '.go',
  need: 'go',
  needs: ['go'],
  packages: PACKAGES,
  async install(folder) {
    await execute(['go', 'mod', 'init', 'example.com/quickstart'], folder);
    await download(['go', 'get', ...PACKAGES], folder);
    // Their dependencies take minutes to compile; this fills Go's build cache.
    await execute(['go', 'build', ...PACKAGES.map((name) => name.replace(/@.*/, ''))], folder);
  },
  // Run within the module that has the packages.
  command: ({ installed, folder, program }) => ['go', 'run', '-C', installed, join(folder, program)],
};
