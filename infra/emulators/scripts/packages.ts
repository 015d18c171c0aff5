import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withoutExperimentalWarnings } from '../../../scripts/without-experimental-warnings.ts';
import { ROOT } from '../tests/support/repository-root.ts';
import { buildPackages } from './packages/build-packages.ts';
import { contentsList } from './packages/contents-list.ts';

withoutExperimentalWarnings();
const OUT = join(ROOT, 'dist', 'packages');

try {
  const { values } = parseArgs({ options: { publishable: { type: 'boolean', default: false } } });
  const packages = await buildPackages(OUT, values);
  console.log(await contentsList(packages, OUT));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
