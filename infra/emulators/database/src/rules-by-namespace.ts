import { compileRules, OPEN_RULES, type RulesSource } from './namespace/rules-source.ts';
import type { RulesOption } from './options.ts';

/** Initial rules by namespace. Each namespace gets its own copy, so that coverage is counted separately. */
export class RulesByNamespace {
  readonly #named = new Map<string, RulesSource>();
  #common: RulesSource;

  constructor(option: RulesOption) {
    this.#common = compileRules(OPEN_RULES);
    if (typeof option === 'string' || !('namespaces' in option)) this.#common = compileRules(option);
    else
      for (const [name, rules] of Object.entries(option.namespaces))
        this.#named.set(name, compileRules(rules));
  }

  for(name: string): RulesSource {
    return compileRules((this.#named.get(name) ?? this.#common).text);
  }

  /** Without a namespace, the rules replace those of all namespaces. */
  set(rules: RulesSource, namespace: string | undefined): void {
    if (namespace !== undefined) {
      this.#named.set(namespace, rules);
      return;
    }
    this.#named.clear();
    this.#common = rules;
  }
}
