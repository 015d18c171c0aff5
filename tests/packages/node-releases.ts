import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { download } from '../support/toolchains/toolchain.ts';

/** The newest of each release line that the packages are for, besides the one that runs this. */
const FORMER_RELEASES = ['20.20.2', '22.23.3'];
export const RELEASES = [...FORMER_RELEASES, process.versions.node];

const CACHE = fileURLToPath(new URL('../../.cache/node-releases', import.meta.url));
/** The package of the program for this machine. */
const PROGRAM = `node-${process.platform}-${process.arch}`;

/** The program of a release. */
export function nodeProgram(version: string): string {
  if (version === process.versions.node) return process.execPath;
  return join(CACHE, version, 'node_modules', PROGRAM, 'bin', 'node');
}

/** Installs the releases that are missing, before any test is watched for connections to other machines. */
export async function setup(): Promise<void> {
  for (const version of FORMER_RELEASES) {
    if (existsSync(nodeProgram(version))) continue;
    const folder = join(CACHE, version);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    await download(['npm', 'install', '--no-audit', '--no-fund', `${PROGRAM}@${version}`], folder);
  }
}
