import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../../tests/support/test-folder.ts';
import { readJsonFile } from './read-json-file.ts';

it('reads a file with the byte order mark and the line ends of Windows', async () => {
  const folder = await testFolder();
  const path = join(folder, 'people.json');
  await writeFile(path, '\uFEFF{\r\n  "people": []\r\n}\r\n');
  expect(await readJsonFile(path)).toEqual({ people: [] });
});
