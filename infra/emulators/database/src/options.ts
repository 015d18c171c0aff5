import { compileRules, OPEN_RULES, type RulesSource } from './namespace/rules-source.ts';

export type RulesOption =
  | string
  | { readonly rules: object }
  | { readonly namespaces: Readonly<Record<string, string | object>> };

export interface DatabaseEmulatorOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly host?: string;
  /** The text or the object of a rules file for all namespaces, or `{ namespaces }` by name. Open when absent. */
  readonly rules?: RulesOption;
  /** Silence after which a socket is pinged; after twice that it is dropped. */
  readonly heartbeatMs?: number;
  /** Bytes that may wait for a client that does not read. */
  readonly maxBacklogBytes?: number;
  readonly maxNamespaces?: number;
}

const DEFAULTS = {
  port: 0,
  host: '127.0.0.1',
  rules: OPEN_RULES as RulesOption,
  heartbeatMs: 45_000,
  maxBacklogBytes: 64 * 1024 * 1024,
  maxNamespaces: 1000,
};

export type Settings = typeof DEFAULTS & DatabaseEmulatorOptions;

export function withDefaults(options: DatabaseEmulatorOptions): Settings {
  return { ...DEFAULTS, ...options };
}

export interface RulesByNamespace {
  for(name: string): RulesSource;
  set(rules: RulesSource, namespace: string | undefined): void;
}

/** Which rules a namespace starts with. Each gets its own copy, so that coverage is counted apart. */
export function rulesByNamespace(option: RulesOption): RulesByNamespace {
  const named = new Map<string, RulesSource>();
  let common = compileRules(OPEN_RULES);
  if (typeof option === 'object' && 'namespaces' in option) {
    for (const [name, rules] of Object.entries(option.namespaces)) named.set(name, compileRules(rules));
  } else common = compileRules(option);
  return {
    for: (name) => compileRules((named.get(name) ?? common).text),
    set(rules, namespace) {
      if (namespace === undefined) {
        named.clear();
        common = rules;
      } else named.set(namespace, rules);
    },
  };
}
