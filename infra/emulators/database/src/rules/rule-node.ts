import type { Rule } from './rule.ts';

/** One level of a rules file. */
export interface RuleNode {
  readonly read?: Rule;
  readonly write?: Rule;
  readonly validate?: Rule;
  /** Child paths, or `.value`, that have an index here. */
  readonly indexOn: readonly string[];
  readonly children: ReadonlyMap<string, RuleNode>;
  /** The level that stands for every key without a level of its own. */
  readonly wildcard?: { readonly name: string; readonly node: RuleNode };
}

export const NO_RULES: RuleNode = { indexOn: [], children: new Map() };

/** What applies on the way down a path: the levels that exist, and the keys that `$` variables took. */
export interface RuleStep {
  readonly node: RuleNode;
  readonly captures: ReadonlyMap<string, string>;
}

export function stepInto(step: RuleStep, key: string): RuleStep | null {
  const literal = step.node.children.get(key);
  if (literal) return { node: literal, captures: step.captures };
  const { wildcard } = step.node;
  if (!wildcard) return null;
  return { node: wildcard.node, captures: new Map(step.captures).set(wildcard.name, key) };
}
