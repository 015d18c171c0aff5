import type { Identifier } from 'acorn';
import type { CompiledExpression, EvaluationContext, ExpressionType, Scope } from './expression-scope.ts';
import { CompileError } from './rules-error.ts';

interface Variable {
  readonly type: ExpressionType;
  readonly kinds: readonly Scope['kind'][];
  read(context: EvaluationContext): unknown;
}

const EVERYWHERE = ['read', 'write', 'validate'] as const;

const VARIABLES = new Map<string, Variable>([
  ['auth', { type: 'any', kinds: EVERYWHERE, read: (context) => context.auth }],
  ['now', { type: 'number', kinds: EVERYWHERE, read: (context) => context.now }],
  ['root', { type: 'snapshot', kinds: EVERYWHERE, read: (context) => context.root }],
  ['data', { type: 'snapshot', kinds: EVERYWHERE, read: (context) => context.data }],
  ['newData', { type: 'snapshot', kinds: ['write', 'validate'], read: (context) => context.newData }],
  ['query', { type: 'query', kinds: ['read'], read: (context) => context.query }],
]);

export function compileVariable(node: Identifier, scope: Scope): CompiledExpression {
  const { name } = node;
  if (name.startsWith('$')) return compileCapture(node, scope);
  const variable = VARIABLES.get(name);
  if (!variable?.kinds.includes(scope.kind)) {
    throw new CompileError(`No such variable '${name}' in a .${scope.kind} rule.`, node.start);
  }
  return { type: variable.type, evaluate: variable.read };
}

function compileCapture({ name, start }: Identifier, scope: Scope): CompiledExpression {
  if (!scope.captures.includes(name)) throw new CompileError(`No such variable '${name}'.`, start);
  return { type: 'string', evaluate: (context) => context.captures.get(name) ?? null };
}
