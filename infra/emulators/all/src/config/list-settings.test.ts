import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listSettings } from './list-settings.ts';

it('names settings of all emulators with type and description', () => {
  expect(listSettings()).toEqual(
    expect.arrayContaining([
      {
        path: 'stripe.webhooks[].apiVersion',
        type: 'string',
        description: expect.stringContaining('version'),
      },
      { path: 'stripe.taxRegistrations[].country', type: 'string', description: 'required' },
      { path: 'scheduling.faults[].mode', type: 'fail, hang, slow, drop', description: 'required' },
      { path: 'database.latencyMs', type: 'integer', description: 'added in each direction' },
    ]),
  );
});

it('docs/config.md lists exactly these settings', () => {
  const page = readFileSync(new URL('../../../docs/config.md', import.meta.url), 'utf8');
  const rows = listSettings().map(
    ({ path, type, description }) => `| \`${path}\` | ${type} | ${description} |`,
  );
  expect(page.split('|---|---|---|\n')[1]).toBe(`${rows.join('\n')}\n`);
});
