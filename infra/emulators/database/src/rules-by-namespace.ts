import type { Namespace } from './namespace/namespace.ts';
import { compileRules, OPEN_RULES, type RulesSource } from './namespace/rules-source.ts';
import type { RulesOption } from './options.ts';

/** Initial rules by namespace. Each namespace gets its own copy, so that coverage is counted separately. */
export function rulesByNamespace(option: RulesOption) {
  const isCommon = typeof option === 'string' || !('namespaces' in option);
  let common = compileRules(isCommon ? option : OPEN_RULES);
  const named = new Map<string, RulesSource>();
  for (const [name, rules] of isCommon ? [] : Object.entries(option.namespaces))
    named.set(name, compileRules(rules));
  const rulesFor = (name: string): RulesSource => compileRules((named.get(name) ?? common).text);
  return {
    for: rulesFor,
    /** Sets the rules of one of the `open` databases, or of all current and future ones. */
    replace: (text: string | object, database: string | undefined, open: readonly Namespace[]): void => {
      const rules = compileRules(text);
      if (database === undefined) {
        named.clear();
        common = rules;
      } else named.set(database, rules);
      for (const each of open)
        if (database === undefined || each.name === database) each.setRules(rulesFor(each.name));
    },
  };
}
