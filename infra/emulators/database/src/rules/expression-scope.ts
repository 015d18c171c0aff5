import type { RuleSnapshot } from './rule-snapshot.ts';

/** What an expression may refer to while it is compiled. */
export interface Scope {
  readonly kind: 'read' | 'write' | 'validate';
  /** Names of the `$` variables of the levels above, in order. */
  readonly captures: readonly string[];
}

/** What an expression refers to while it is evaluated. */
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
  | 'query'
  | 'regexp'
  | 'snapshot'
  | 'string';

export interface CompiledExpression {
  readonly type: ExpressionType;
  evaluate(context: EvaluationContext): unknown;
}
