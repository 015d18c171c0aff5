import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { testFolder } from '../../../infra/emulators/tests/support/test-folder.ts';
import { ROOT } from '../../../scripts/step.ts';
import { tracked } from '../../../scripts/tracked-files.ts';

const run = promisify(execFile);
const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
const GUIDE = join(ROOT, 'infra/emulators/docs/containers.md');

/** Resolves with what actionlint finds wrong. */
async function lint(workflows: readonly string[]): Promise<string> {
  const linting = run('go', ['run', ACTIONLINT, '-no-color', ...workflows]);
  const { stdout } = await linting.catch((failed: { stdout: string }) => failed);
  return stdout;
}

it('actionlint finds no fault in the workflows', { tags: 'go' }, async () => {
  const workflows = (await tracked('.github/workflows/*.yml')).map((file) => join(ROOT, file));
  expect(workflows.length).toBeGreaterThan(0);
  expect(await lint(workflows)).toBe('');
});

it('actionlint finds a fault that is there', { tags: 'go' }, async () => {
  const folder = await testFolder();
  const file = join(folder, 'workflow.yml');
  await writeFile(file, 'on: push\njobs:\n  test:\n    steps:\n      - run: npm test\n');
  expect(await lint([file])).toContain('"runs-on" section is missing');
});

it('actionlint finds no fault in the workflow of the emulators’ guide', { tags: 'go' }, async () => {
  const [, workflow] = /^```yaml workflow\.yaml\n(.*?)^```$/ms.exec(await readFile(GUIDE, 'utf8')) ?? [];
  const folder = await testFolder();
  const file = join(folder, 'workflow.yml');
  await writeFile(file, workflow ?? '');
  expect(await lint([file])).toBe('');
});
