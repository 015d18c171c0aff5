import { type DataNode, type Scalar, scalarOf } from './data-node.ts';
import { DatabaseError } from './database-error.ts';

/** Resolves the value of `.sv`; incrementing anything but a number starts from zero. */
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
  throw new DatabaseError('invalid_data', 'Invalid data: unknown or out-of-range server value');
}
