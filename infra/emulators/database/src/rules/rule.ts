import type { CompiledExpression, EvaluationContext } from './expression-scope.ts';

/** What is said of a rule to those who ask how often it decided. */
export interface RuleCoverage {
  /** For example `/users/$uid`. */
  readonly path: string;
  readonly kind: string;
  readonly source: string;
  readonly line: number;
  readonly evaluations: { readonly true: number; readonly false: number; readonly error: number };
}

export interface Rule extends RuleCoverage {
  readonly expression: CompiledExpression;
  readonly evaluations: Record<'true' | 'false' | 'error', number>;
}

/** A rule that cannot be evaluated is false. */
export function holds({ expression, evaluations }: Rule, context: EvaluationContext): boolean {
  try {
    const isTrue = expression.evaluate(context) === true;
    evaluations[isTrue ? 'true' : 'false'] += 1;
    return isTrue;
  } catch {
    // By specification, any evaluation error denies access.
    evaluations.error += 1;
    return false;
  }
}
