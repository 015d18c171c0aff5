import { CompileError } from './compile-error.ts';
import type { CompiledExpression, ExpressionType } from './expression-scope.ts';

/** Throws a CompileError at `offset` unless the expression has, or may have, one of these types. */
export function expectType(
  expression: CompiledExpression,
  types: readonly ExpressionType[],
  offset: number,
  reason: string,
): void {
  if (expression.type === 'any' || types.includes(expression.type)) return;
  throw new CompileError(`${reason} (found ${expression.type}).`, offset);
}
