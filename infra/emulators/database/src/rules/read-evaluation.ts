import type { Query } from '../query/query.ts';
import type { DataNode } from '../tree/data-node.ts';
import type { Path } from '../tree/node-path.ts';
import type { EvaluationContext } from './expression-scope.ts';
import { queryVariable } from './query-variable.ts';
import type { RuleStep } from './rule-node.ts';
import { RuleSnapshot } from './rule-snapshot.ts';

export interface ReadRequest {
  readonly auth: unknown;
  readonly root: DataNode;
  readonly query: Query | undefined;
  readonly now: number;
  /** Collects the paths that the decision depends on. */
  readonly touched: Path[];
}

export class ReadEvaluation {
  readonly #path: Path;
  readonly #request: ReadRequest;
  readonly #shared: Pick<EvaluationContext, 'auth' | 'now' | 'root' | 'newData' | 'query'>;

  constructor(path: Path, request: ReadRequest) {
    const { auth, now, root, touched, query } = request;
    this.#path = path;
    this.#request = request;
    this.#shared = {
      auth,
      now,
      root: new RuleSnapshot(root, [], touched),
      newData: null,
      query: queryVariable(query),
    };
  }

  /** A true `.read` at any level from the root to the path grants access. */
  allows(steps: readonly RuleStep[]): boolean {
    const { root, touched } = this.#request;
    return steps.some(({ node, captures }, depth) => {
      if (!node.read) return false;
      const data = new RuleSnapshot(root, this.#path.slice(0, depth), touched);
      return node.read.holds({ ...this.#shared, data, captures });
    });
  }
}
