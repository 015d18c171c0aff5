import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { DATABASE_RULES, withPlans } from './database-rules.ts';

const rules = await readFile(DATABASE_RULES, 'utf8');

it('keeps database.rules.json in step with the plan catalogue', () => {
  expect(rules, 'run npx node scripts/database-rules.ts').toBe(withPlans(rules));
});

it('accepts each plan name as one alternative in the planType rule', () => {
  expect(withPlans(rules, ['solo', 'fleet'])).toContain(
    `".validate": "newData.val() === 'solo' || newData.val() === 'fleet'"`,
  );
});

it('throws when the rules have no planType rule', () => {
  expect(() => withPlans('{ "rules": {} }')).toThrow('planType');
});
