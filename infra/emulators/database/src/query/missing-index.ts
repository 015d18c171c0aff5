import { formatPath, type Path } from '../tree/node-path.ts';
import { indexName, type Query } from './query.ts';

/** The service's sentence for a query without an index. */
export function missingIndex(path: Path, { index }: Query): string {
  return `Index not defined, add ".indexOn": "${indexName(index)}", for path "${formatPath(path)}", to the rules`;
}
