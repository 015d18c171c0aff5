import { type DataNode, type Scalar, scalarOf } from './data-node.ts';
import { DatabaseError, ExistingDataError } from './database-error.ts';
import { rejectInexactInteger } from './inexact-integer.ts';

/** Resolves the value of `.sv`; incrementing anything but a number starts from zero. */
export function resolveServerValue(json: unknown, existing: DataNode, now: number): Scalar {
  if (json === 'timestamp') return now;
  if (typeof json === 'object' && json !== null && 'increment' in json) {
    const { increment } = json;
    rejectInexactInteger(increment, 'data');
    if (typeof increment === 'number' && Number.isFinite(increment)) return incremented(existing, increment);
  }
  throw new DatabaseError('invalid_data', 'Invalid data: unknown or out-of-range server value');
}

function incremented(existing: DataNode, increment: number): number {
  const current = scalarOf(existing);
  const sum = typeof current === 'number' ? current + increment : increment;
  if (Number.isFinite(sum)) return sum;
  throw new ExistingDataError('the increment leaves the range of a double');
}
