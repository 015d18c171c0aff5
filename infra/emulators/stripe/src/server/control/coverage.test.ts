import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { get } from '../../kinds/endpoint.ts';
import { object } from '../../kinds/params/composite.ts';
import { echoed, optional, text } from '../../kinds/params/reader.ts';
import { ENDPOINTS } from '../installed.ts';
import { coverageTable, measureCoverage } from './coverage.ts';

it('matches COVERAGE.md', async () => {
  const table = await readFile(new URL('../../../COVERAGE.md', import.meta.url), 'utf8');
  expect(table, 'run npx node infra/emulators/scripts/stripe-coverage.ts').toBe(
    coverageTable(measureCoverage(ENDPOINTS)),
  );
});

it('distinguishes supported, ineffective and missing parameters', () => {
  const params = object({ query: text(), page: echoed(optional(text())) });
  const search = get('/v1/customers/search', params, () => ({}));
  const unknown = get('/v1/fortunes', params, () => ({}));
  expect(measureCoverage([search, unknown]).covered).toEqual([
    {
      operation: 'GET /v1/customers/search',
      parameters: { limit: 'missing', page: 'shown', query: 'taken' },
    },
  ]);
});
