import type { CompiledExpression, ExpressionType } from './expression-scope.ts';
import { CompileError } from './rules-error.ts';

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
