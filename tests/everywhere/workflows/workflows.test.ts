import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '../../../scripts/step.ts';
import { tracked } from '../../../scripts/tracked-files.ts';

const run = promisify(execFile);
const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';

it('actionlint finds no fault in the workflows', { tags: 'go' }, async () => {
  const workflows = (await tracked('.github/workflows/*.yml')).map((file) => join(ROOT, file));
  expect(workflows.length).toBeGreaterThan(0);
  const { stdout } = await run('go', ['run', ACTIONLINT, '-no-color', ...workflows]).catch(
    (failed: { stdout: string }) => failed,
  );
  expect(stdout).toBe('');
});
