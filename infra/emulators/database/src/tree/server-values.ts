import { type DataNode, getScalar, type Scalar } from './data-node.ts';
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
  const current = getScalar(existing);
  if (typeof current !== 'number') return increment;
  const sum = current + increment;
  if (!Number.isFinite(sum)) throw new ExistingDataError('the increment leaves the range of a double');
  // Without the numbers, since whoever may write may not be allowed to read.
  if (losesDigits(current, increment, sum))
    throw new ExistingDataError('the sum of the increment would lose digits as a double');
  return sum;
}

/** Larger numbers are doubles at the service too. */
const isInteger64 = (value: number) => Number.isInteger(value) && Math.abs(value) < 2 ** 63;

function losesDigits(a: number, b: number, sum: number): boolean {
  return isInteger64(a) && isInteger64(b) && isInteger64(sum) && BigInt(a) + BigInt(b) !== BigInt(sum);
}
