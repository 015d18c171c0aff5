import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { headlessShellBeside } from './chromium-path.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

describe('the Chromium for temporary profiles', () => {
  let folder: TemporaryFolder;
  let chromium: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    chromium = join(folder.path, 'chromium');
  });
  afterEach(() => folder.close());

  it('is the headless shell installed next to the browser', async () => {
    const shell = `${chromium}-headless-shell`;
    await writeFile(shell, '');
    await chmod(shell, 0o755);
    expect(await headlessShellBeside(chromium)).toBe(shell);
  });

  it('is the browser itself if there is no headless shell', async () => {
    expect(await headlessShellBeside(chromium)).toBe(chromium);
  });
});
