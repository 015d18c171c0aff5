import type { CallExpression, Expression, MemberExpression } from 'acorn';
import { type DataNode, getChild, isBranch } from '../tree/data-node.ts';
import { type CompiledExpression, type ExpressionType, expectType, type Scope } from './expression-scope.ts';
import { type Method, SNAPSHOT_METHODS, STRING_METHODS, text } from './methods.ts';
import { CompileError, EvaluationError } from './rules-error.ts';

/** Compiles a nested expression. Passed as an argument to avoid an import cycle. */
type Compile = (node: Expression, scope: Scope) => CompiledExpression;

const QUERY_PROPERTIES: readonly (readonly [ExpressionType, readonly string[]])[] = [
  ['boolean', ['orderByKey', 'orderByPriority', 'orderByValue']],
  ['ordering', ['orderByChild']],
  ['primitive', ['startAt', 'startAfter', 'endAt', 'endBefore', 'equalTo']],
  ['number', ['limitToFirst', 'limitToLast']],
];

export function compileMember(node: MemberExpression, scope: Scope, compile: Compile): CompiledExpression {
  const target = compileTarget(node, scope, compile);
  const name = propertyName(node);
  if (node.computed && name === null) return compileComputed(node, target, scope, compile);
  if (name === null) throw new CompileError('Invalid property.', node.start);
  if (name === 'length' && mayBeString(target.type)) {
    return { type: 'number', evaluate: (context) => text(target.evaluate(context)).length };
  }
  const type = propertyType(target.type, name);
  if (!type) {
    throw new CompileError(`No such property '${name}' on type ${target.type}.`, node.property.start);
  }
  return { type, evaluate: (context) => readProperty(target.evaluate(context), name) };
}

export function compileCall(node: CallExpression, scope: Scope, compile: Compile): CompiledExpression {
  if (node.callee.type !== 'MemberExpression')
    throw new CompileError('Rules do not support function calls.', node.start);
  const target = compileTarget(node.callee, scope, compile);
  const name = propertyName(node.callee);
  const method = name === null ? undefined : findMethod(target.type, name);
  if (!method)
    throw new CompileError(`No such method '${name}' on type ${target.type}.`, node.callee.property.start);
  const args = compileArguments(node, method, scope, compile);
  return {
    type: method.type,
    evaluate: (context) =>
      method.call(
        target.evaluate(context),
        args.map((arg) => arg.evaluate(context)),
      ),
  };
}

function compileArguments(
  node: CallExpression,
  method: Method,
  scope: Scope,
  compile: Compile,
): CompiledExpression[] {
  const expected = method.parameters.length;
  const count = node.arguments.length;
  if (count !== expected && !(method.optional && count === 0)) {
    throw new CompileError(`Expected ${expected} arguments, found ${count}.`, node.start);
  }
  return node.arguments.map((argument, index) => {
    if (argument.type === 'SpreadElement')
      throw new CompileError('Rules do not support spread.', argument.start);
    const compiled = compile(argument, scope);
    expectType(compiled, [method.parameters[index] ?? 'any'], argument.start, 'Invalid argument');
    if (method.parameters[index] === 'regexp' && compiled.type !== 'regexp') {
      throw new CompileError('matches() requires a regular expression literal.', argument.start);
    }
    return compiled;
  });
}

function compileTarget(node: MemberExpression, scope: Scope, compile: Compile): CompiledExpression {
  if (node.object.type === 'Super' || node.optional)
    throw new CompileError('Invalid expression.', node.start);
  return compile(node.object, scope);
}

function compileComputed(
  node: MemberExpression,
  target: CompiledExpression,
  scope: Scope,
  compile: Compile,
): CompiledExpression {
  const key = compile(node.property as Expression, scope);
  expectType(target, ['object'], node.start, 'Only objects have properties by name');
  expectType(key, ['string', 'number'], node.property.start, 'A property name must be a string or a number');
  return {
    type: 'any',
    evaluate(context) {
      const name = key.evaluate(context);
      if (typeof name !== 'string' && typeof name !== 'number') {
        throw new EvaluationError('not a property name');
      }
      return readProperty(target.evaluate(context), String(name));
    },
  };
}

function propertyName({ property, computed }: MemberExpression): string | null {
  if (property.type === 'Identifier' && !computed) return property.name;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null;
}

function propertyType(target: ExpressionType, name: string): ExpressionType | undefined {
  if (target === 'object' || target === 'any') return 'any';
  return target === 'query' ? QUERY_PROPERTIES.find(([, names]) => names.includes(name))?.[0] : undefined;
}

function findMethod(target: ExpressionType, name: string): Method | undefined {
  if (target === 'snapshot') return SNAPSHOT_METHODS.get(name);
  return mayBeString(target) ? STRING_METHODS.get(name) : undefined;
}

const mayBeString = (type: ExpressionType) => ['any', 'primitive', 'string'].includes(type);

/** A missing property, or a property of null, is null. Prototype properties are not visible. */
function readProperty(target: unknown, name: string): unknown {
  if (target === null || target === undefined) return null;
  if (isBranch(target as DataNode)) return getChild(target as DataNode, name);
  if (typeof target !== 'object') throw new EvaluationError('a scalar has no properties');
  return Object.hasOwn(target, name) ? ((target as Record<string, unknown>)[name] ?? null) : null;
}
