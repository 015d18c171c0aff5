import { loadRules } from '../rules/load-rules.ts';
import { RuleSet } from '../rules/rule-set.ts';

export interface RulesSource {
  readonly text: string;
  readonly ruleSet: RuleSet;
}

export const OPEN_RULES = '{ "rules": { ".read": true, ".write": true } }';

/** Accepts a rules file as text or as an object. Throws a RulesError. */
export function compileRules(rules: string | object): RulesSource {
  const text = typeof rules === 'string' ? rules : JSON.stringify(rules, null, 2);
  return { text, ruleSet: new RuleSet(loadRules(text)) };
}
