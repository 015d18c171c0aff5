import type { CompiledExpression, EvaluationContext, Scope } from './expression-scope.ts';

export class Rule {
  readonly kind: Scope['kind'];
  /** For example `/users/$uid`. */
  readonly location: string;
  readonly source: string;
  readonly line: number;
  readonly #expression: CompiledExpression;
  trueCount = 0;
  falseCount = 0;
  errorCount = 0;

  constructor(
    kind: Scope['kind'],
    location: string,
    source: string,
    line: number,
    expression: CompiledExpression,
  ) {
    this.kind = kind;
    this.location = location;
    this.source = source;
    this.line = line;
    this.#expression = expression;
  }

  /** A rule that cannot be evaluated is false. */
  holds(context: EvaluationContext): boolean {
    let value: unknown;
    try {
      value = this.#expression.evaluate(context);
    } catch {
      // By specification, any evaluation error denies access.
      this.errorCount++;
      return false;
    }
    if (value === true) this.trueCount++;
    else this.falseCount++;
    return value === true;
  }
}
