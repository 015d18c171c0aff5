import type { Rule } from './rule.ts';
import type { RuleNode } from './rule-node.ts';

export interface RuleCoverage {
  readonly path: string;
  readonly kind: string;
  readonly source: string;
  readonly line: number;
  readonly evaluations: { readonly true: number; readonly false: number; readonly error: number };
}

/** How often each rule was true, false or failed since the rules were set, in file order. */
export function measureCoverage(root: RuleNode): RuleCoverage[] {
  return listRules(root)
    .sort((a, b) => a.line - b.line)
    .map((rule) => ({
      path: rule.location,
      kind: `.${rule.kind}`,
      source: rule.source,
      line: rule.line,
      evaluations: { true: rule.trueCount, false: rule.falseCount, error: rule.errorCount },
    }));
}

function listRules(node: RuleNode): Rule[] {
  const own = [node.read, node.write, node.validate].filter((rule) => rule !== undefined);
  const below = [...node.children.values(), ...(node.wildcard ? [node.wildcard.node] : [])];
  return [...own, ...below.flatMap(listRules)];
}
