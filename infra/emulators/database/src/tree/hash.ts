import { createHash } from 'node:crypto';
import {
  Branch,
  type DataNode,
  getPriority,
  type PresentNode,
  PrioritizedScalar,
  type Scalar,
} from './data-node.ts';
import { compareValues } from './value-order.ts';

/** The hash that clients compute for the same data; '' for no data. */
export function hashNode(node: DataNode): string {
  if (node === null) return '';
  if (node instanceof Branch) {
    node.cachedHash ??= sha1(`${priorityText(node)}${childrenText(node)}`);
    return node.cachedHash;
  }
  const value = node instanceof PrioritizedScalar ? node.value : node;
  return sha1(`${priorityText(node)}${scalarText(value)}`);
}

function sha1(text: string): string {
  return createHash('sha1').update(text, 'utf8').digest('base64');
}

function scalarText(value: Scalar): string {
  return `${typeof value}:${typeof value === 'number' ? numberHashText(value) : value}`;
}

function priorityText(node: PresentNode): string {
  const priority = getPriority(node);
  if (priority === null) return '';
  return `priority:${typeof priority}:${typeof priority === 'number' ? numberHashText(priority) : priority}:`;
}

function childrenText(node: Branch): string {
  const children: [string, PresentNode][] = [];
  let prioritized = false;
  node.children.ascend((key, child) => {
    children.push([key, child]);
    prioritized ||= getPriority(child) !== null;
    return true;
  });
  // Children are already in key order, and the sort is stable.
  if (prioritized) children.sort((a, b) => compareValues(getPriority(a[1]), getPriority(b[1])));
  return children.map(([key, child]) => `:${key}:${hashNode(child)}`).join('');
}

const BIAS = 1023;
const FRACTION_BITS = 52;
const SMALLEST_NORMAL = 2 ** (1 - BIAS);
const bytes = new DataView(new ArrayBuffer(8));

/**
 * The 16 hex digits of a number in a hash: IEEE-754, as the SDK computes it. The SDK derives the exponent
 * from a logarithm, which is off by one for some numbers; a correct hash would make every transaction on
 * these fail.
 */
function numberHashText(value: number): string {
  bytes.setFloat64(0, value);
  const magnitude = Math.abs(value);
  if (magnitude >= SMALLEST_NORMAL) {
    const exponent = Math.min(Math.floor(Math.log(magnitude) / Math.LN2), BIAS);
    const fraction = Math.round(magnitude * 2 ** (FRACTION_BITS - exponent) - 2 ** FRACTION_BITS);
    if (exponent !== readExponent(bytes) || !Number.isFinite(fraction)) {
      return formatDouble(value < 0, exponent + BIAS, fraction);
    }
  }
  return bytes.getBigUint64(0).toString(16).padStart(16, '0');
}

function readExponent(number: DataView): number {
  return ((number.getUint16(0) >>> 4) & 0x7ff) - BIAS;
}

function formatDouble(negative: boolean, exponent: number, fraction: number): string {
  const sign = negative ? 1n << 63n : 0n;
  const low = Number.isFinite(fraction) ? BigInt.asUintN(FRACTION_BITS, BigInt(fraction)) : 0n;
  return (sign | (BigInt(exponent) << BigInt(FRACTION_BITS)) | low).toString(16).padStart(16, '0');
}
