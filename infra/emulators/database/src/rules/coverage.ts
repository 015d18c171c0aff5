import type { Rule, RuleCoverage } from './rule.ts';
import type { RuleNode } from './rule-node.ts';

/** How often each rule was true, false or failed since the rules were set, in file order. */
export function measureCoverage(root: RuleNode): RuleCoverage[] {
  const rules = listRules(root).sort((a, b) => a.line - b.line);
  return rules.map(({ expression: _, evaluations, ...rule }) => ({
    ...rule,
    evaluations: { ...evaluations },
  }));
}

function listRules(node: RuleNode): Rule[] {
  const own = [node.read, node.write, node.validate].filter((rule) => rule !== undefined);
  const below = [...node.children.values(), ...(node.wildcard ? [node.wildcard.node] : [])];
  return [...own, ...below.flatMap(listRules)];
}
