import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { SETTINGS_LIST, settingsList } from './settings-list.ts';

it('docs/settings.md lists every setting that differs between the environments', async () => {
  const written = await readFile(SETTINGS_LIST, 'utf8');
  expect(written, 'run npx node scripts/settings-list.ts').toBe(await settingsList());
});
