import type { RuleSnapshot } from './rule-snapshot.ts';

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
