import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listSettings } from './list-settings.ts';

it('docs/config.md lists exactly these settings', () => {
  const page = readFileSync(new URL('../../../docs/config.md', import.meta.url), 'utf8');
  const rows = listSettings().map(
    ({ path, type, description }) => `| \`${path}\` | ${type} | ${description} |`,
  );
  expect(page.split('|---|---|---|\n')[1]).toBe(`${rows.join('\n')}\n`);
});
