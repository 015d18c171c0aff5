import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { DATABASE_RULES, withPlans } from './database-rules.ts';

const rules = await readFile(DATABASE_RULES, 'utf8');

it('the database admits the plans that are sold', () => {
  expect(rules, 'run node scripts/database-rules.ts').toBe(withPlans(rules));
});

it('a plan more is admitted by one alternative more', () => {
  expect(withPlans(rules, ['solo', 'fleet'])).toContain(
    `".validate": "newData.val() === 'solo' || newData.val() === 'fleet'"`,
  );
});

it('rules without one about plans are refused', () => {
  expect(() => withPlans('{ "rules": {} }')).toThrow('planType');
});
