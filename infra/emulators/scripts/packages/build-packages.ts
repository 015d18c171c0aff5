import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureEmulatorPagesBuilt } from '../../../../scripts/builds.ts';
import { ROOT } from '../../tests/support/repository-root.ts';
import { findPackageFaults, findPlaceholders, findTypeFaults } from './check-package.ts';
import { EMULATOR_PACKAGES } from './emulator-packages.ts';
import { type PackedPackage, packPackage } from './pack-package.ts';
import { stagePackage } from './stage-package.ts';

/**
 * Builds, checks and packs every package into `out`; those to be published name no placeholder. Throws an error that
 * lists a package's faults.
 */
export async function buildPackages(out: string, { publishable = false } = {}): Promise<PackedPackage[]> {
  await ensureEmulatorPagesBuilt();
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const packed: PackedPackage[] = [];
  for (const { workspace, assets } of EMULATOR_PACKAGES) {
    const stage = join(out, 'stage', workspace.split('/').at(-1) ?? '');
    await stagePackage({ source: join(ROOT, workspace), stage, assets });
    const pack = await packPackage(stage, out);
    const faults = [
      ...(await findPackageFaults(stage)),
      ...(await findTypeFaults(join(out, pack.filename))),
      ...(publishable ? await findPlaceholders(stage) : []),
    ];
    if (faults.length > 0)
      throw new Error(`${workspace}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    packed.push(pack);
  }
  return packed;
}
