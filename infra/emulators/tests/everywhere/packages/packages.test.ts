import { execFile } from 'node:child_process';
import { copyFile, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildPackages } from '../../../scripts/packages/build-packages.ts';
import type { PackedPackage } from '../../../scripts/packages/pack-package.ts';
import { isPlain, PAGES, programOf, readExamples } from '../../support/documented-examples.ts';
import { emptyFolder, type InstalledApp } from '../../support/installed-app/installed-app.ts';
import { installPackages } from '../../support/installed-app/installed-packages.ts';
import { describeOnNode } from '../../support/installed-app/node-suite.ts';
import { writeJobProject } from '../../support/job-project.ts';
import { ROOT } from '../../support/repository-root.ts';
import { runInApp } from '../../support/run-example.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { nodeProgram, OTHER_RELEASES } from './node-releases.ts';

const folder = suiteFixture(temporaryFolder);
let packages: readonly PackedPackage[];
let app: InstalledApp;

beforeAll(async () => {
  ({ packages, app } = await installPackages(folder.path));
});

it('builds byte-identical packages each time', async () => {
  const again = await buildPackages(join(folder.path, 'again'));
  expect(again.map(({ integrity }) => integrity)).toEqual(packages.map(({ integrity }) => integrity));
});

it('runs the job of the CI guide that has no image', { tags: 'network-namespace' }, async () => {
  const job = await emptyFolder(folder.path, 'job');
  await copyFile(join(app.path, 'package-lock.json'), join(job, 'package-lock.json'));
  await writeJobProject(job, JSON.parse(await readFile(join(app.path, 'package.json'), 'utf8')));
  await symlink(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'));
  const guide = await readFile(join(ROOT, 'infra/emulators/docs/containers.md'), 'utf8');
  const [, workflow = ''] = /^```yaml workflow\.yaml\n(.*?)^```$/ms.exec(guide) ?? [];
  const [, steps = ''] = /^```yaml steps\.yaml\n(.*?)^```$/ms.exec(guide) ?? [];
  const { env } = (parse(workflow) as { jobs: { test: { env: NodeJS.ProcessEnv } } }).jobs.test;
  const commands = (parse(steps) as readonly { readonly run: string }[]).map((step) => step.run);
  expect(commands).toHaveLength(4);
  // Like a runner: each step in a shell of its own, and the processes they leave end with the job. The
  // network is the job's own, because the documented ports may be in use.
  const shells = commands.map((command) => `bash -eo pipefail -c ${JSON.stringify(command)}`);
  const script = `ip link set lo up; ${shells.join(' && ')}`;
  const { stdout } = await promisify(execFile)(
    'unshare',
    ['--net', '--pid', '--fork', '--kill-child', 'bash', '-c', script],
    { cwd: job, env: { ...process.env, npm_config_offline: 'true', ...env } },
  );
  expect(stdout).toContain('sells, signs up and keeps a record');
});

// A runner of its own may need a newer release.
const examples = (await Promise.all(PAGES.map(readExamples)))
  .flat()
  .filter((example) => isPlain(example) && !programOf(example).includes('.test.'));

for (const version of OTHER_RELEASES) {
  describeOnNode(() => app, { version, program: nodeProgram(version) });
  it.each(examples)(`Node.js ${version} runs the example "$title"`, async (example) => {
    const printed = await runInApp(example, app, [nodeProgram(version)]);
    if (example.output !== undefined) expect(printed).toBe(example.output);
  });
}
