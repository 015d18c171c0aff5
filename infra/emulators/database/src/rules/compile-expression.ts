import {
  type ArrayExpression,
  type BinaryExpression,
  type ConditionalExpression,
  type Expression,
  type Literal,
  type LogicalExpression,
  parse,
  type UnaryExpression,
} from 'acorn';
import { isInexactInteger } from '../wire/parse-json.ts';
import { compileCall, compileMember } from './compile-member.ts';
import {
  type CompiledExpression,
  type EvaluationContext,
  type ExpressionType,
  expectBoolean,
  expectType,
  isPrimitive,
  type Scope,
} from './expression-scope.ts';
import { compilePattern, text } from './methods.ts';
import { OPERATORS } from './operators.ts';
import { CompileError, EvaluationError } from './rules-error.ts';
import { compileVariable } from './variables.ts';

/** Parses and type-checks a rule; throws a CompileError with the offset in `source`. */
export function compileRule(source: string, scope: Scope): CompiledExpression {
  const compiled = compile(parseExpression(source), scope);
  expectBoolean(compiled, 0, 'A rule must be a boolean');
  return compiled;
}

function parseExpression(source: string): Expression {
  try {
    const [statement, ...rest] = parse(source, { ecmaVersion: 2022 }).body;
    if (statement?.type !== 'ExpressionStatement' || rest.length > 0 || source.trimEnd().endsWith(';')) {
      throw new CompileError('A rule must be a single expression.', 0);
    }
    return statement.expression;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CompileError(error.message, (error as SyntaxError & { pos?: number }).pos ?? 0);
  }
}

function compile(node: Expression, scope: Scope): CompiledExpression {
  switch (node.type) {
    case 'Literal':
      return compileLiteral(node);
    case 'Identifier':
      return compileVariable(node, scope);
    case 'UnaryExpression':
      return compileUnary(node, scope);
    case 'BinaryExpression':
      return compileBinary(node, scope);
    case 'LogicalExpression':
      return compileLogical(node, scope);
    case 'ConditionalExpression':
      return compileConditional(node, scope);
    case 'ArrayExpression':
      return compileList(node, scope);
    case 'MemberExpression':
      return compileMember(node, scope, compile);
    case 'CallExpression':
      return compileCall(node, scope, compile);
    default:
      throw new CompileError(`Rules do not support ${node.type}.`, node.start);
  }
}

function compileLiteral(node: Literal): CompiledExpression {
  if (node.regex) return compileRegExp(node.regex.pattern, node.regex.flags, node.start);
  const { value } = node;
  if (value === null) return { type: 'null', evaluate: () => null };
  if (typeof value === 'string') return { type: 'string', evaluate: () => value };
  if (typeof value === 'number') {
    if (isInexactInteger(node.raw ?? '', value))
      throw new CompileError(`The integer ${node.raw} would lose digits as a double.`, node.start);
    return { type: 'number', evaluate: () => value };
  }
  if (typeof value === 'boolean') return { type: 'boolean', evaluate: () => value };
  throw new CompileError('Unknown kind of literal.', node.start);
}

function compileRegExp(pattern: string, flags: string, start: number): CompiledExpression {
  try {
    const compiled = compilePattern(pattern, flags);
    return { type: 'regexp', evaluate: () => compiled };
  } catch (error) {
    throw new CompileError(`Invalid regular expression: ${(error as Error).message}.`, start);
  }
}

function compileUnary(node: UnaryExpression, scope: Scope): CompiledExpression {
  const operand = compile(node.argument, scope);
  if (node.operator === '!') {
    expectBoolean(operand, node.start, '! takes a boolean');
    return { type: 'boolean', evaluate: (context) => !truth(operand, context) };
  }
  if (node.operator === '-') {
    expectType(operand, ['number'], node.start, '- takes a number');
    return { type: 'number', evaluate: (context) => -numeric(operand.evaluate(context)) };
  }
  throw new CompileError(`Rules do not support the operator ${node.operator}.`, node.start);
}

function compileBinary(node: BinaryExpression, scope: Scope): CompiledExpression {
  const operator = OPERATORS.get(node.operator);
  if (!operator || node.left.type === 'PrivateIdentifier') {
    throw new CompileError(`Rules do not support the operator ${node.operator}.`, node.start);
  }
  const left = compile(node.left, scope);
  const right = compile(node.right, scope);
  for (const side of [left, right]) {
    expectType(side, operator.operands, node.start, `Invalid operand of ${node.operator}`);
  }
  checkOrderings(node, left, right);
  checkComparison(node, left, right);
  return {
    type: node.operator === '+' ? sumType(left, right) : operator.type,
    evaluate: (context) => operator.apply(left.evaluate(context), right.evaluate(context)),
  };
}

/** The service rejects a comparison that never holds, as goldibex/targaryen (lib/parser/statement/binary.js) does. */
function checkComparison(
  { operator, start }: BinaryExpression,
  left: CompiledExpression,
  right: CompiledExpression,
): void {
  if (!['<', '<=', '>', '>='].includes(operator) || left.type === right.type) return;
  if ([left, right].some(({ type }) => type !== 'number' && type !== 'string')) return;
  throw new CompileError(
    `Invalid ${operator} expression: a ${left.type} cannot be compared with a ${right.type}.`,
    start,
  );
}

function sumType(left: CompiledExpression, right: CompiledExpression): ExpressionType {
  if (left.type === 'string' || right.type === 'string') return 'string';
  return left.type === 'number' && right.type === 'number' ? 'number' : 'primitive';
}

/** The service knows the child by which a query is ordered only as one that the rule names (firebase-tools#944). */
function checkOrderings(node: BinaryExpression, left: CompiledExpression, right: CompiledExpression): void {
  for (const [ordering, other, otherNode, side] of [
    [left, right, node.right, 'right'],
    [right, left, node.left, 'left'],
  ] as const) {
    if (ordering.type !== 'ordering' || other.type === 'ordering') continue;
    if (otherNode.type === 'Literal' && ['null', 'string'].includes(other.type)) continue;
    throw new CompileError(
      `Invalid ${node.operator} expression: ${side} operand must be an ordering or string literal when comparing against an ordering.`,
      node.start,
    );
  }
}

function compileLogical(node: LogicalExpression, scope: Scope): CompiledExpression {
  const { operator } = node;
  if (operator === '??') throw new CompileError(`Rules do not support the operator ${operator}.`, node.start);
  const left = compile(node.left, scope);
  const right = compile(node.right, scope);
  for (const side of [left, right]) {
    expectBoolean(side, node.start, `${operator} takes booleans`);
  }
  return operator === '&&'
    ? { type: 'boolean', evaluate: (context) => truth(left, context) && truth(right, context) }
    : { type: 'boolean', evaluate: (context) => truth(left, context) || truth(right, context) };
}

function compileConditional(node: ConditionalExpression, scope: Scope): CompiledExpression {
  const test = compile(node.test, scope);
  const yes = compile(node.consequent, scope);
  const no = compile(node.alternate, scope);
  expectBoolean(test, node.start, 'The condition of ?: must be a boolean');
  return {
    type: unionType(yes.type, no.type),
    evaluate: (context) => (truth(test, context) ? yes : no).evaluate(context),
  };
}

function unionType(a: ExpressionType, b: ExpressionType): ExpressionType {
  if (a === b) return a;
  return isPrimitive(a) && isPrimitive(b) ? 'primitive' : 'any';
}

function compileList(node: ArrayExpression, scope: Scope): CompiledExpression {
  const items = node.elements.map((item) => {
    if (!item || item.type === 'SpreadElement')
      throw new CompileError('A list must contain only strings.', node.start);
    const compiled = compile(item, scope);
    expectType(compiled, ['string'], item.start, 'A list must contain only strings');
    return compiled;
  });
  if (items.length === 0) throw new CompileError('A list must contain strings.', node.start);
  return { type: 'list', evaluate: (context) => items.map((item) => text(item.evaluate(context))) };
}

function truth(expression: CompiledExpression, context: EvaluationContext): boolean {
  const value = expression.evaluate(context);
  if (typeof value !== 'boolean') throw new EvaluationError('not a boolean');
  return value;
}

function numeric(value: unknown): number {
  if (typeof value !== 'number') throw new EvaluationError('not a number');
  return value;
}
