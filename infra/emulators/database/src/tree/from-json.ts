import {
  createBranch,
  type DataNode,
  getChild,
  getPriority,
  getScalar,
  isBranch,
  type PresentNode,
  type Priority,
  type Scalar,
  withPriority,
} from './data-node.ts';
import { ExistingDataError, invalidData } from './database-error.ts';
import { rejectInexactInteger } from './inexact-integer.ts';
import { isValidKey, MAX_DEPTH } from './node-path.ts';

const MAX_STRING_BYTES = 10 * 1024 * 1024;

export interface ReadContext {
  /** Milliseconds since the epoch, the same for all timestamps of one request. */
  readonly now: number;
  /** Depth of the value below the root. */
  readonly depth: number;
}

/** Parses JSON from the wire. `existing` is the current value, needed for increments. */
export function fromJson(json: unknown, existing: DataNode, context: ReadContext): DataNode {
  if (json === null) return null;
  if (context.depth > MAX_DEPTH) throw invalidData(`it is deeper than ${MAX_DEPTH} levels`);
  if (typeof json !== 'object') return readScalar(json);
  return readEntries(Object.entries(json), existing, context);
}

function readEntries(entries: [string, unknown][], existing: DataNode, context: ReadContext): DataNode {
  const below = { now: context.now, depth: context.depth + 1 };
  const children: [string, PresentNode][] = [];
  let priority: Priority = null;
  let value: Scalar | null | undefined;
  for (const [key, json] of entries) {
    if (key === '.priority') priority = readPriority(json, getPriority(existing), context);
    else if (key === '.value') value = readLeafValue(json, existing, context);
    else if (key === '.sv') value = resolveServerValue(json, existing, context.now);
    else {
      if (!isValidKey(key)) throw invalidData(`it has the invalid key ${JSON.stringify(key.slice(0, 80))}`);
      const child = fromJson(json, getChild(existing, key), below);
      if (child !== null) children.push([key, child]);
    }
  }
  if (value === undefined) return createBranch(children, priority);
  if (children.length > 0) throw invalidData('.value and .sv cannot have siblings');
  return withPriority(value, priority);
}

function readLeafValue(json: unknown, existing: DataNode, context: ReadContext): Scalar | null {
  const node = fromJson(json, existing, context);
  if (isBranch(node) || (node !== null && typeof node === 'object'))
    throw invalidData('.value must be a scalar');
  return node;
}

function readScalar(json: unknown): Scalar {
  if (typeof json === 'string') {
    // A UTF-16 unit has at most three bytes.
    if (json.length * 3 > MAX_STRING_BYTES && Buffer.byteLength(json) > MAX_STRING_BYTES) {
      throw invalidData(`a string is longer than ${MAX_STRING_BYTES} bytes`);
    }
    return json;
  }
  if (typeof json === 'boolean') return json;
  // Adding zero turns -0 into 0, which is what clients store and hash.
  if (typeof json === 'number' && Number.isFinite(json)) return json + 0;
  if (typeof json === 'number') throw invalidData('a number is beyond the range of a double');
  rejectInexactInteger(json, 'data');
  throw invalidData(`it has a value of type ${typeof json}`);
}

/** A priority is a string, a number, null or a server value that resolves to one of these. */
export function readPriority(json: unknown, existing: DataNode, context: ReadContext): Priority {
  const value = readLeafValue(json, existing, context);
  if (typeof value === 'boolean') throw invalidData('a priority must be a string or a number');
  return value;
}

/** Resolves the value of `.sv`; incrementing anything but a number starts from zero. */
function resolveServerValue(json: unknown, existing: DataNode, now: number): Scalar {
  if (json === 'timestamp') return now;
  if (typeof json === 'object' && json !== null && 'increment' in json) {
    const { increment } = json;
    rejectInexactInteger(increment, 'data');
    if (typeof increment === 'number' && Number.isFinite(increment)) return incremented(existing, increment);
  }
  throw invalidData('unknown or out-of-range server value');
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
