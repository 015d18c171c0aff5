import { type DataNode, isBranch, nodeAt } from '../tree/data-node.ts';
import type { Path } from '../tree/node-path.ts';
import { hasLevels, holds, type Rule, type RuleStep, stepInto } from './rule-node.ts';
import { RuleSnapshot } from './rule-snapshot.ts';

export interface WriteRequest {
  readonly auth: unknown;
  /** The whole tree before and after the write. */
  readonly before: DataNode;
  readonly after: DataNode;
  readonly now: number;
  /** Collects the paths that the decision depends on. */
  readonly touched: Path[];
}

/** Requires a true `.write` anywhere from the root to the path, and all `.validate` rules of the new data. */
export function allowsWrite(steps: readonly RuleStep[], path: Path, request: WriteRequest): boolean {
  const { auth, now, before, after, touched } = request;
  const root = new RuleSnapshot(before, [], touched);
  const isTrue = (rule: Rule | undefined, { captures }: RuleStep, at: Path): boolean => {
    if (!rule) return false;
    const data = new RuleSnapshot(before, at, touched);
    const newData = new RuleSnapshot(after, at, touched);
    return holds(rule, { auth, now, captures, query: null, root, data, newData });
  };
  const isValid = (step: RuleStep, at: Path): boolean => {
    if (!step.node.validate) return true;
    // Whether it is evaluated depends on the new data.
    touched.push(at);
    return isTrue(step.node.validate, step, at);
  };
  const isValidBelow = (step: RuleStep, at: Path, node: DataNode): boolean => {
    if (!isBranch(node) || !hasLevels(step.node)) return true;
    let valid = true;
    node.children.ascend((key, child) => {
      const next = stepInto(step, key);
      const below = [...at, key];
      valid = !next || (isValid(next, below) && isValidBelow(next, below, child));
      return valid;
    });
    return valid;
  };
  if (!steps.some((step, depth) => isTrue(step.node.write, step, path.slice(0, depth)))) return false;
  // Deleted data is not validated.
  const isValidAlong = steps.every((step, depth) => {
    const at = path.slice(0, depth);
    return nodeAt(after, at) === null || isValid(step, at);
  });
  const last = steps[path.length];
  return isValidAlong && (!last || isValidBelow(last, path, nodeAt(after, path)));
}
