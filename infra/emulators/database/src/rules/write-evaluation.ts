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

export class WriteEvaluation {
  readonly #request: WriteRequest;
  readonly #root: RuleSnapshot;

  constructor(request: WriteRequest) {
    this.#request = request;
    this.#root = new RuleSnapshot(request.before, [], request.touched);
  }

  /**
   * Requires a true `.write` anywhere from the root to the path, and all `.validate` rules of the new data.
   */
  allows(steps: readonly RuleStep[], path: Path): boolean {
    const writable = steps.some((step, depth) => this.#holds(step.node.write, step, path.slice(0, depth)));
    if (!writable || !this.#isValidAlong(steps, path)) return false;
    const last = steps[path.length];
    return !last || this.#isValidBelow(last, path, nodeAt(this.#request.after, path));
  }

  /** Deleted data is not validated. */
  #isValidAlong(steps: readonly RuleStep[], path: Path): boolean {
    return steps.every((step, depth) => {
      const at = path.slice(0, depth);
      return nodeAt(this.#request.after, at) === null || this.#isValid(step, at);
    });
  }

  #isValidBelow(step: RuleStep, at: Path, node: DataNode): boolean {
    if (!isBranch(node) || !hasLevels(step.node)) return true;
    let valid = true;
    node.children.ascend((key, child) => {
      const next = stepInto(step, key);
      const below = [...at, key];
      valid = !next || (this.#isValid(next, below) && this.#isValidBelow(next, below, child));
      return valid;
    });
    return valid;
  }

  #isValid(step: RuleStep, at: Path): boolean {
    if (!step.node.validate) return true;
    // Whether it is evaluated depends on the new data.
    this.#request.touched.push(at);
    return this.#holds(step.node.validate, step, at);
  }

  #holds(rule: Rule | undefined, { captures }: RuleStep, at: Path): boolean {
    if (!rule) return false;
    const { auth, now, before, after, touched } = this.#request;
    return holds(rule, {
      auth,
      now,
      captures,
      query: null,
      root: this.#root,
      data: new RuleSnapshot(before, at, touched),
      newData: new RuleSnapshot(after, at, touched),
    });
  }
}
