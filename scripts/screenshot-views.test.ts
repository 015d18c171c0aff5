import { SITE_PATHS } from '@outharbor/contract/paths';
import { expect, it } from 'vitest';
import { VIEWS } from './screenshot-views.ts';

const ORIGIN = 'https://site.example';

it('includes every page', () => {
  const seen = VIEWS.map(({ path }) => new URL(path, ORIGIN).pathname);
  expect(Object.values(SITE_PATHS).filter((path) => !seen.includes(path))).toEqual([]);
});

it('gives every screenshot a unique name', () => {
  const names = VIEWS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
