import { type DataNode, type Scalar, scalarOf } from './data-node.ts';
import { DatabaseError } from './database-error.ts';

/** Resolves what stands under `.sv`; an increment of anything but a number starts from zero. */
export function resolveServerValue(json: unknown, existing: DataNode, now: number): Scalar {
  if (json === 'timestamp') return now;
  if (typeof json === 'object' && json !== null && 'increment' in json) {
    const { increment } = json;
    if (typeof increment === 'number' && Number.isFinite(increment)) {
      const current = scalarOf(existing);
      const sum = typeof current === 'number' ? current + increment : increment;
      if (Number.isFinite(sum)) return sum;
    }
  }
  throw new DatabaseError('invalid_data', 'Invalid data: a server value that is unknown or out of range');
}
