import { type DataNode, getChild, getPriority, getScalar, isBranch, nodeAt } from '../tree/data-node.ts';
import { type Path, splitPath } from '../tree/node-path.ts';
import { EvaluationError } from './rules-error.ts';

/** `root`, `data` and `newData` in rules. `touched` collects the paths that were read. */
export class RuleSnapshot {
  readonly #root: DataNode;
  readonly #path: Path;
  readonly #touched: Path[] | null;
  #node: DataNode | undefined;

  constructor(root: DataNode, path: Path, touched: Path[] | null = null) {
    this.#root = root;
    this.#path = path;
    this.#touched = touched;
  }

  get node(): DataNode {
    this.#touched?.push(this.#path);
    this.#node ??= nodeAt(this.#root, this.#path);
    return this.#node;
  }

  /** As in the service, an invalid key names no data and is no error. */
  child(text: string): RuleSnapshot {
    return new RuleSnapshot(this.#root, [...this.#path, ...splitPath(text)], this.#touched);
  }

  parent(): RuleSnapshot {
    if (this.#path.length === 0) throw new EvaluationError('the root has no parent');
    return new RuleSnapshot(this.#root, this.#path.slice(0, -1), this.#touched);
  }

  hasChild(text: string): boolean {
    return this.child(text).node !== null;
  }

  hasChildren(keys?: readonly string[]): boolean {
    const { node } = this;
    if (!keys) return isBranch(node);
    return keys.every((key) => getChild(node, key) !== null);
  }

  /** A scalar, null, or for a node with children the node itself. */
  value(): DataNode {
    const { node } = this;
    return isBranch(node) ? node : getScalar(node);
  }

  priority(): string | number | null {
    return getPriority(this.node);
  }
}
