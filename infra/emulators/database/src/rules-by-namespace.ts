import { compileRules, OPEN_RULES, type RulesSource } from './namespace/rules-source.ts';
import type { RulesOption } from './options.ts';

export type RulesByNamespace = ReturnType<typeof rulesByNamespace>;

/** Initial rules by namespace. Each namespace gets its own copy, so that coverage is counted separately. */
export function rulesByNamespace(option: RulesOption) {
  const isCommon = typeof option === 'string' || !('namespaces' in option);
  let common = compileRules(isCommon ? option : OPEN_RULES);
  const named = new Map<string, RulesSource>();
  for (const [name, rules] of isCommon ? [] : Object.entries(option.namespaces))
    named.set(name, compileRules(rules));
  return {
    for: (name: string): RulesSource => compileRules((named.get(name) ?? common).text),
    /** Without a namespace, the rules replace those of all namespaces. */
    set: (rules: RulesSource, namespace: string | undefined): void => {
      if (namespace !== undefined) {
        named.set(namespace, rules);
        return;
      }
      named.clear();
      common = rules;
    },
  };
}
