import { Change } from '../listens/change.ts';
import { ListenRegistry } from '../listens/listen-registry.ts';
import type { ReadDecision } from '../listens/listener.ts';
import type { Query } from '../query/query.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import type { DataNode } from '../tree/data-node.ts';
import { permissionDenied } from '../tree/database-error.ts';
import { nodeAt } from '../tree/node-at.ts';
import type { Path } from '../tree/node-path.ts';
import { applyEdits, type Edit, resolveEdits, type WriteRequest } from '../tree/write-request.ts';
import type { Authority } from './authority.ts';
import type { RulesSource } from './rules-source.ts';

/** One database: its tree, rules and listeners. */
export class Namespace {
  readonly name: string;
  readonly listens = new ListenRegistry();
  readonly #onCommit: (edits: readonly Edit[]) => void;
  #rules: RulesSource;
  #root: DataNode = null;

  /** `onCommit` is called beforehand; if it throws, nothing is written. */
  constructor(name: string, rules: RulesSource, onCommit: (edits: readonly Edit[]) => void = () => {}) {
    this.name = name;
    this.#rules = rules;
    this.#onCommit = onCommit;
  }

  get root(): DataNode {
    return this.#root;
  }

  get rules(): RulesSource {
    return this.#rules;
  }

  get ruleSet(): RuleSet {
    return this.#rules.ruleSet;
  }

  nodeAt(path: Path): DataNode {
    return nodeAt(this.#root, path);
  }

  setRules(rules: RulesSource): void {
    this.#rules = rules;
    this.listens.recheck();
  }

  decideRead(authority: Authority, path: Path, query: Query | undefined): ReadDecision {
    if (authority.kind === 'owner') return { allowed: true, touched: [] };
    const touched: Path[] = [];
    const request = { auth: authority.auth, root: this.#root, query, now: Date.now(), touched };
    return { allowed: this.ruleSet.canRead(path, request), touched };
  }

  /** Applies the whole write, or throws and changes nothing. Notifies listeners before it returns. */
  write(authority: Authority, request: WriteRequest): void {
    const now = Date.now();
    const edits = resolveEdits(this.#root, request, now);
    const root = applyEdits(this.#root, edits);
    this.#checkWrite(authority, edits, root, now);
    this.#commit(request, edits, root);
  }

  /** Throws when `write` would, and changes nothing. */
  validate(authority: Authority, request: WriteRequest): void {
    const now = Date.now();
    const edits = resolveEdits(this.#root, request, now);
    this.#checkWrite(authority, edits, applyEdits(this.#root, edits), now);
  }

  /** Replaces the whole tree without checking the rules. */
  replaceRoot(root: DataNode): void {
    const edits = [{ path: [], before: this.#root, after: root }];
    this.#commit({ kind: 'put', base: [] }, edits, root);
  }

  #checkWrite(authority: Authority, edits: readonly Edit[], after: DataNode, now: number): void {
    if (authority.kind === 'owner') return;
    const check = { auth: authority.auth, before: this.#root, after, now };
    if (!edits.every(({ path }) => this.ruleSet.canWrite(path, check))) throw permissionDenied();
  }

  #commit(request: Pick<WriteRequest, 'kind' | 'base'>, edits: readonly Edit[], root: DataNode): void {
    this.#onCommit(edits);
    this.#root = root;
    this.listens.notify(new Change(request.kind, request.base, edits, root));
  }
}
