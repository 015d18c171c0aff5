import type { RuleSnapshot } from './rule-snapshot.ts';
import { CompileError } from './rules-error.ts';

/** Names available to an expression at compile time. */
export interface Scope {
  readonly kind: 'read' | 'write' | 'validate';
  /** Outermost first. */
  readonly captures: readonly string[];
}

/** Values available to an expression at evaluation time. */
export interface EvaluationContext {
  readonly auth: unknown;
  readonly now: number;
  readonly root: RuleSnapshot;
  readonly data: RuleSnapshot;
  readonly newData: RuleSnapshot | null;
  readonly query: Readonly<Record<string, unknown>> | null;
  readonly captures: ReadonlyMap<string, string>;
}

export type ExpressionType =
  | 'any'
  | 'boolean'
  | 'list'
  | 'null'
  | 'number'
  | 'object'
  | 'ordering'
  /** A string, a number, a boolean or null; which one is known only when the rule runs. */
  | 'primitive'
  | 'query'
  | 'regexp'
  | 'snapshot'
  | 'string';

export interface CompiledExpression {
  readonly type: ExpressionType;
  evaluate(context: EvaluationContext): unknown;
}

/** Throws a CompileError at `offset` unless the expression has, or may have, one of these types. */
export function expectType(
  expression: CompiledExpression,
  types: readonly ExpressionType[],
  offset: number,
  reason: string,
): void {
  const { type } = expression;
  if (type === 'any' || types.includes(type)) return;
  if (type === 'primitive' && types.some(isPrimitive)) return;
  throw new CompileError(`${reason} (found ${type}).`, offset);
}

/** As in the service, only an expression that is always a boolean can decide; a value of the data cannot. */
export function expectBoolean({ type }: CompiledExpression, offset: number, reason: string): void {
  if (type !== 'boolean') throw new CompileError(`${reason} (found ${type}).`, offset);
}

export function isPrimitive(type: ExpressionType): boolean {
  return ['boolean', 'null', 'number', 'primitive', 'string'].includes(type);
}
