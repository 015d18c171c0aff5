import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readManifest } from './manifest.ts';

export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  /** Size of the tarball in bytes. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly integrity: string;
  /** Siblings that are installed with it. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly files: readonly { readonly path: string; readonly size: number; readonly mode: number }[];
}

const run = promisify(execFile);

/** Packs a folder as `npm publish` would. Resolves with npm's report and the dependencies. */
export async function packPackage(stage: string, out: string): Promise<PackedPackage> {
  const args = ['pack', '--json', '--ignore-scripts', '--no-update-notifier', '--pack-destination', out];
  const { stdout } = await run('npm', args, { cwd: stage, maxBuffer: 16 * 1024 * 1024 });
  const [packed] = JSON.parse(stdout) as Omit<PackedPackage, 'dependencies'>[];
  if (packed === undefined) throw new Error(`npm packed nothing in ${stage}`);
  return { ...packed, dependencies: (await readManifest(stage)).dependencies ?? {} };
}
