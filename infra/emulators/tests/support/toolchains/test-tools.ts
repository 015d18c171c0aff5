import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { download, type Toolchain, toolchainFolder } from './toolchain.ts';

const PACKAGES = [
  'next@16.4.6',
  'react@19.3.1',
  'react-dom@19.3.1',
  'stripe@23.1.0',
  '@playwright/test@1.65.1',
  'jest@30.5.2',
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
