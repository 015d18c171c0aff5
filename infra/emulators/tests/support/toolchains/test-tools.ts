import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { download, type Toolchain, toolchainFolder } from './toolchain.ts';

const BUN = `@oven/bun-${process.platform}-${process.arch}`;
/** How the test app starts what stands in for Node.js. */
export const OTHER_RUNTIMES = [
  { name: 'Bun', command: [join('node_modules', BUN, 'bin', 'bun')] },
  { name: 'Deno', command: [join('node_modules', '.bin', 'deno'), 'run', '--allow-all'] },
] as const;

const PACKAGES = [
  'next@16.4.6',
  'react@19.3.1',
  'react-dom@19.3.1',
  'stripe@23.1.0',
  '@playwright/test@1.65.1',
  'jest@30.5.2',
  '@types/jest@30.0.0',
  `${BUN}@1.4.5`,
  'deno@2.9.6',
  'pnpm@12.21.0',
  'yarn@1.22.22',
];

/** npm packages that only the examples need, in a separate npm cache for offline installation. */
export const testTools: Toolchain = {
  name: 'test-tools',
  need: 'npm',
  needs: ['npm'],
  packages: PACKAGES,
  async install(folder) {
    // Without a manifest, npm installs into the nearest parent folder with one: this repository.
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    await download(['npm', 'install', ...npmOptions(), ...PACKAGES], folder);
    await rm(join(folder, 'node_modules'), { recursive: true });
  },
};

/** npm options with which `npm install --offline` finds the packages. */
export function npmOptions(): string[] {
  return ['--cache', join(toolchainFolder(testTools), 'npm-cache'), '--ignore-scripts'];
}
