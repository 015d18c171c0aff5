import type { Path } from '../tree/node-path.ts';
import type { CompiledExpression, EvaluationContext } from './expression-scope.ts';

/** What is said of a rule to those who ask how often it decided. */
export interface RuleCoverage {
  /** For example `/users/$uid`. */
  readonly path: string;
  readonly kind: string;
  readonly source: string;
  readonly line: number;
  readonly evaluations: { readonly true: number; readonly false: number; readonly error: number };
}

export interface Rule extends RuleCoverage {
  readonly expression: CompiledExpression;
  readonly evaluations: Record<'true' | 'false' | 'error', number>;
}

/** A rule that cannot be evaluated is false. */
export function holds({ expression, evaluations }: Rule, context: EvaluationContext): boolean {
  try {
    const isTrue = expression.evaluate(context) === true;
    evaluations[isTrue ? 'true' : 'false'] += 1;
    return isTrue;
  } catch {
    // By specification, any evaluation error denies access.
    evaluations.error += 1;
    return false;
  }
}

export interface RuleNode {
  readonly read?: Rule;
  readonly write?: Rule;
  readonly validate?: Rule;
  /** Child paths, or `.value`, indexed at this level. */
  readonly indexOn: readonly string[];
  readonly children: ReadonlyMap<string, RuleNode>;
  /** Applies to every key without its own level. */
  readonly wildcard?: { readonly name: string; readonly node: RuleNode };
}

/** A level along a path, with the values of the `$` variables bound so far. */
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

/** The levels along a path, by depth; stops where the rules have no further level. */
export function stepsAlong(root: RuleNode, path: Path): RuleStep[] {
  let step: RuleStep = { node: root, captures: new Map() };
  const steps = [step];
  for (const key of path) {
    const next = stepInto(step, key);
    if (!next) break;
    steps.push(next);
    step = next;
  }
  return steps;
}

export function hasLevels(node: RuleNode): boolean {
  return node.children.size > 0 || node.wildcard !== undefined;
}

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
