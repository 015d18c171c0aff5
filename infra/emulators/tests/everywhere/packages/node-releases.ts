import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { download } from '../../support/toolchains/toolchain.ts';

/** The newest of each supported release line except the running one. */
export const OTHER_RELEASES = ['20.20.2', '22.23.3', '26.12.1'];

const CACHE = fileURLToPath(new URL('../../../../../.cache/node-releases', import.meta.url));
/** The npm package with the Node.js binary for this machine. */
const PROGRAM = `node-${process.platform}-${process.arch}`;

export function nodeProgram(version: string): string {
  return join(CACHE, version, 'node_modules', PROGRAM, 'bin', 'node');
}

/** Installs missing releases, before the tests forbid outbound connections. */
export async function setup(): Promise<void> {
  for (const version of OTHER_RELEASES) {
    if (existsSync(nodeProgram(version))) continue;
    const folder = join(CACHE, version);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    await download(['npm', 'install', '--no-audit', '--no-fund', `${PROGRAM}@${version}`], folder);
  }
}
