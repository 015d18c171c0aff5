import { indexName, type Query, type QueryIndex } from '../query/query.ts';
import { type DataNode, isBranch } from '../tree/data-node.ts';
import { nodeAt } from '../tree/node-at.ts';
import type { Path } from '../tree/node-path.ts';
import type { EvaluationContext } from './expression-scope.ts';
import { queryVariable } from './query-variable.ts';
import type { Rule } from './rule.ts';
import { type RuleNode, type RuleStep, stepInto } from './rule-node.ts';
import { RuleSnapshot } from './rule-snapshot.ts';

export interface ReadRequest {
  readonly auth: unknown;
  readonly root: DataNode;
  readonly path: Path;
  readonly query: Query | undefined;
  readonly now: number;
  /** Collects the places the decision depends on. */
  readonly touched: Path[];
}

export interface WriteCheck {
  readonly auth: unknown;
  readonly before: DataNode;
  readonly after: DataNode;
  readonly now: number;
}

type SharedContext = Omit<EvaluationContext, 'captures' | 'data' | 'newData'>;

/** Answers whether a user may read or write. */
export class RuleSet {
  readonly #root: RuleNode;
  constructor(root: RuleNode) {
    this.#root = root;
  }

  get root(): RuleNode {
    return this.#root;
  }

  /** A `.read` that holds anywhere from the root down to the path allows it. */
  canRead({ auth, root, path, query, now, touched }: ReadRequest): boolean {
    const shared: SharedContext = {
      auth,
      now,
      root: new RuleSnapshot(root, [], touched),
      query: queryVariable(query),
    };
    return this.#steps(path).some(({ node, captures }, depth) => {
      const data = new RuleSnapshot(root, path.slice(0, depth), touched);
      return node.read?.holds({ ...shared, data, newData: null, captures }) ?? false;
    });
  }

  /** Some `.write` from the root to the path holds, and so does every `.validate` of what is then there. */
  canWrite(path: Path, check: WriteCheck): boolean {
    const steps = this.#steps(path);
    const context = (at: Path, captures: RuleStep['captures']): EvaluationContext => ({
      auth: check.auth,
      now: check.now,
      query: null,
      root: new RuleSnapshot(check.before, []),
      data: new RuleSnapshot(check.before, at),
      newData: new RuleSnapshot(check.after, at),
      captures,
    });
    const holds = (rule: Rule | undefined, { captures }: RuleStep, at: Path, absent: boolean): boolean =>
      rule ? rule.holds(context(at, captures)) : absent;

    const writable = steps.some((step, depth) => holds(step.node.write, step, path.slice(0, depth), false));
    if (!writable) return false;
    const validAbove = steps.every((step, depth) => {
      const at = path.slice(0, depth);
      return nodeAt(check.after, at) === null || holds(step.node.validate, step, at, true);
    });
    const last = steps[path.length];
    if (!validAbove || !last) return validAbove;
    const validBelow = (step: RuleStep, at: Path, node: DataNode): boolean => {
      if (!isBranch(node) || !hasLevels(step.node)) return true;
      let valid = true;
      node.children.ascend((key, child) => {
        const next = stepInto(step, key);
        const below = [...at, key];
        valid = !next || (holds(next.node.validate, next, below, true) && validBelow(next, below, child));
        return valid;
      });
      return valid;
    };
    return validBelow(last, path, nodeAt(check.after, path));
  }

  hasIndex(path: Path, index: QueryIndex): boolean {
    if (index.kind === 'key' || index.kind === 'priority') return true;
    return this.#steps(path)[path.length]?.node.indexOn.includes(indexName(index)) ?? false;
  }

  /** The levels along a path, index by depth; it ends where the rules say nothing more. */
  #steps(path: Path): RuleStep[] {
    let step: RuleStep = { node: this.#root, captures: new Map() };
    const steps = [step];
    for (const key of path) {
      const next = stepInto(step, key);
      if (!next) break;
      steps.push(next);
      step = next;
    }
    return steps;
  }
}

function hasLevels(node: RuleNode): boolean {
  return node.children.size > 0 || node.wildcard !== undefined;
}
