import { Change } from '../listens/change.ts';
import { ListenRegistry } from '../listens/listen-registry.ts';
import type { ReadDecision } from '../listens/listener.ts';
import type { Query } from '../query/query.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import { type DataNode, nodeAt } from '../tree/data-node.ts';
import { ExistingDataError, permissionDenied } from '../tree/database-error.ts';
import type { Path } from '../tree/node-path.ts';
import {
  applyEdits,
  type Edit,
  resolveEdits,
  unchangedEdits,
  type WriteRequest,
} from '../tree/write-request.ts';
import type { Authority } from './authority.ts';
import type { RulesSource } from './rules-source.ts';

/** A write with its server values resolved, not yet applied. */
interface Write {
  readonly now: number;
  readonly edits: readonly Edit[];
  /** The whole tree after the write. */
  readonly root: DataNode;
  readonly problem?: ExistingDataError;
}

interface NamespaceOptions {
  /** Called before a write; if it throws, nothing is written. */
  readonly onCommit?: (edits: readonly Edit[]) => void;
  readonly rejectsWrites?: () => boolean;
}

/** One database: its tree, rules and listeners. */
export class Namespace {
  readonly name: string;
  readonly listens = new ListenRegistry();
  readonly #options: NamespaceOptions;
  #rules: RulesSource;
  #root: DataNode = null;

  constructor(name: string, rules: RulesSource, options: NamespaceOptions = {}) {
    this.name = name;
    this.#rules = rules;
    this.#options = options;
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
    const { edits, root } = this.validate(authority, request);
    this.#commit(request, edits, root);
  }

  /** Throws when `write` would, and changes nothing. */
  validate(authority: Authority, request: WriteRequest): Write {
    const write = this.#resolve(request);
    if (!this.#decideWrite(authority, write).allowed) throw permissionDenied();
    if (write.problem) throw write.problem;
    return write;
  }

  /**
   * Throws when a client may not learn that its transaction began with other data: when the rules reject it whatever the
   * data, or reject it and do not let the client read.
   */
  checkStaleWrite(authority: Authority, request: WriteRequest): void {
    const { allowed, touched } = this.#decideWrite(authority, this.#resolve(request));
    if (allowed) return;
    if (touched.length === 0 || !this.decideRead(authority, request.base, undefined).allowed) {
      throw permissionDenied();
    }
  }

  /** Replaces the whole tree without checking the rules. */
  replaceRoot(root: DataNode): void {
    const edits = [{ path: [], before: this.#root, after: root }];
    this.#commit({ kind: 'put', base: [] }, edits, root);
  }

  /** If the existing data does not allow the write, the rules still decide, as for a write that changes nothing. */
  #resolve(request: WriteRequest): Write {
    const now = Date.now();
    try {
      const edits = resolveEdits(this.#root, request, now);
      return { now, edits, root: applyEdits(this.#root, edits) };
    } catch (error) {
      if (!(error instanceof ExistingDataError)) throw error;
      return { now, edits: unchangedEdits(this.#root, request), root: this.#root, problem: error };
    }
  }

  #decideWrite(authority: Authority, { now, edits, root }: Write): ReadDecision {
    const touched: Path[] = [];
    if (this.#options.rejectsWrites?.()) return { allowed: false, touched };
    if (authority.kind === 'owner') return { allowed: true, touched };
    const check = { auth: authority.auth, before: this.#root, after: root, now, touched };
    return { allowed: edits.every(({ path }) => this.ruleSet.canWrite(path, check)), touched };
  }

  #commit(request: Pick<WriteRequest, 'kind' | 'base'>, edits: readonly Edit[], root: DataNode): void {
    this.#options.onCommit?.(edits);
    this.#root = root;
    this.listens.notify(new Change(request.kind, request.base, edits, root));
  }
}
