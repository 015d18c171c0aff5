import { indexName, type QueryIndex } from '../query/query.ts';
import type { Path } from '../tree/node-path.ts';
import { ReadEvaluation, type ReadRequest } from './read-evaluation.ts';
import { type RuleNode, stepsAlong } from './rule-node.ts';
import { WriteEvaluation, type WriteRequest } from './write-evaluation.ts';

export class RuleSet {
  readonly root: RuleNode;

  constructor(root: RuleNode) {
    this.root = root;
  }

  canRead(path: Path, request: ReadRequest): boolean {
    return new ReadEvaluation(path, request).allows(stepsAlong(this.root, path));
  }

  canWrite(path: Path, request: WriteRequest): boolean {
    return new WriteEvaluation(request).allows(stepsAlong(this.root, path), path);
  }

  /** Keys and priorities are indexed implicitly. */
  hasIndex(path: Path, index: QueryIndex): boolean {
    if (index.kind === 'key' || index.kind === 'priority') return true;
    return stepsAlong(this.root, path)[path.length]?.node.indexOn.includes(indexName(index)) ?? false;
  }
}
