import { SITE_PATHS } from '@outharbor/contract/paths';
import { expect, it } from 'vitest';
import { VIEWS } from './screenshot-views.ts';

const ORIGIN = 'https://site.example';

it('every page is among the screenshots', () => {
  const seen = VIEWS.map(({ path }) => new URL(path, ORIGIN).pathname);
  expect(Object.values(SITE_PATHS).filter((path) => !seen.includes(path))).toEqual([]);
});

it('no screenshot takes the place of another', () => {
  const names = VIEWS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
