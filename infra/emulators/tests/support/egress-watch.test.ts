import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { suiteFixture } from './suite-fixture.ts';
import { temporaryFolder } from './temporary-folder.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const VITEST = here('../../../../node_modules/vitest/vitest.mjs');

const FILES: Readonly<Record<string, string>> = {
  'vitest.config.mjs': `export default ${JSON.stringify({
    test: {
      globals: true,
      globalSetup: [here('egress-folder.ts')],
      setupFiles: [here('egress-watch.ts')],
    },
  })}`,
  'connects.test.mjs': `test('connects', () => fetch('http://203.0.113.1/').catch(() => {}));`,
  'fails.test.mjs': `test('fails', () => { throw new Error('in a test'); });`,
  'does-not-load.test.mjs': `throw new Error('before any test');`,
};

describe('a watched run that fails', () => {
  const project = suiteFixture(temporaryFolder);
  let output: string;
  beforeAll(async () => {
    const TMPDIR = join(project.path, 'tmp');
    await mkdir(TMPDIR);
    for (const [name, content] of Object.entries(FILES)) await writeFile(join(project.path, name), content);
    const args = [VITEST, 'run', '--root', project.path, '--no-color', '--maxWorkers', '1'];
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      env: { PATH: process.env.PATH, TMPDIR },
      encoding: 'utf8',
    });
    output = stdout + stderr;
  });

  it('reports every cause of failure', () => {
    for (const reason of ['connections to other machines', 'in a test', 'before any test']) {
      expect(output).toContain(reason);
    }
    expect(output).toContain('→ 203.0.113.1');
  });

  it('leaves no folder behind', async () => {
    expect(await readdir(join(project.path, 'tmp'))).toEqual([]);
  });
});
