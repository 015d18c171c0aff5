import { type DataNode, isBranch } from '../tree/data-node.ts';
import { hashNode } from '../tree/hash.ts';
import type { ExpressionType } from './expression-scope.ts';
import { EvaluationError } from './rules-error.ts';

export interface Operator {
  readonly type: ExpressionType;
  /** Types allowed on either side, in addition to `any`. */
  readonly operands: readonly ExpressionType[];
  apply(left: unknown, right: unknown): unknown;
}

const COMPARABLE = ['string', 'number'] as const;
const EQUATABLE = ['boolean', 'null', 'number', 'object', 'ordering', 'string'] as const;

export const OPERATORS = new Map<string, Operator>([
  ['+', { type: 'primitive', operands: ['number', 'string'], apply: add }],
  ['-', arithmetic((a, b) => a - b)],
  ['*', arithmetic((a, b) => a * b)],
  ['/', arithmetic((a, b) => (b === 0 ? Number.NaN : a / b))],
  ['%', arithmetic((a, b) => a % b)],
  ['==', { type: 'boolean', operands: EQUATABLE, apply: equals }],
  ['===', { type: 'boolean', operands: EQUATABLE, apply: equals }],
  ['!=', { type: 'boolean', operands: EQUATABLE, apply: (a, b) => !equals(a, b) }],
  ['!==', { type: 'boolean', operands: EQUATABLE, apply: (a, b) => !equals(a, b) }],
  ['<', comparison((order) => order < 0)],
  ['<=', comparison((order) => order <= 0)],
  ['>', comparison((order) => order > 0)],
  ['>=', comparison((order) => order >= 0)],
]);

function add(left: unknown, right: unknown): unknown {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  if (isText(left) && isText(right)) return String(left) + String(right);
  throw new EvaluationError('+ takes numbers or strings');
}

const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';

function arithmetic(apply: (a: number, b: number) => number): Operator {
  return {
    type: 'number',
    operands: ['number'],
    apply(left, right) {
      if (typeof left !== 'number' || typeof right !== 'number') throw new EvaluationError('not a number');
      return apply(left, right);
    },
  };
}

function comparison(holds: (order: number) => boolean): Operator {
  return {
    type: 'boolean',
    operands: COMPARABLE,
    apply(left, right) {
      if (typeof left === 'number' && typeof right === 'number') return holds(left - right);
      if (typeof left !== 'string' || typeof right !== 'string') {
        throw new EvaluationError('only numbers and strings can be compared');
      }
      return holds(left === right ? 0 : left < right ? -1 : 1);
    },
  };
}

function equals(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return isBranch(left as DataNode) && isBranch(right as DataNode)
    ? hashNode(left as DataNode) === hashNode(right as DataNode)
    : false;
}
