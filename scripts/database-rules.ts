import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GRANTED_PLANS } from '@outharbor/contract/granted-plan';
import { ROOT } from './step.ts';

export const DATABASE_RULES = join(ROOT, 'infra/firebase/database.rules.json');

const PLAN_RULE = /(?<="planType": \{\s*"\.validate": ")[^"]*/;

/** Returns the rules with the `planType` rule generated from the plan names. */
export function withPlans(rules: string, plans: readonly string[] = GRANTED_PLANS): string {
  if (!PLAN_RULE.test(rules)) throw new Error('The database rules have no planType rule.');
  return rules.replace(PLAN_RULE, plans.map((name) => `newData.val() === '${name}'`).join(' || '));
}

/** `npx node scripts/database-rules.ts` rewrites the rule in place. */
if (import.meta.main) {
  await writeFile(DATABASE_RULES, withPlans(await readFile(DATABASE_RULES, 'utf8')));
}
