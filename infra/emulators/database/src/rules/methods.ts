import { RE2JS } from 're2js';
import type { ExpressionType } from './expression-scope.ts';
import { RuleSnapshot } from './rule-snapshot.ts';
import { EvaluationError } from './rules-error.ts';

export interface Method {
  readonly type: ExpressionType;
  readonly parameters: readonly ExpressionType[];
  readonly optional?: boolean;
  call(target: unknown, args: readonly unknown[]): unknown;
}

export const SNAPSHOT_METHODS = new Map<string, Method>([
  ['val', onSnapshot('primitive', [], (snapshot) => snapshot.value())],
  ['child', onSnapshot('snapshot', ['string'], (snapshot, [path]) => snapshot.child(text(path)))],
  ['parent', onSnapshot('snapshot', [], (snapshot) => snapshot.parent())],
  ['exists', onSnapshot('boolean', [], (snapshot) => snapshot.node !== null)],
  ['getPriority', onSnapshot('any', [], (snapshot) => snapshot.priority())],
  ['hasChild', onSnapshot('boolean', ['string'], (snapshot, [path]) => snapshot.hasChild(text(path)))],
  [
    'hasChildren',
    {
      ...onSnapshot('boolean', ['list'], (snapshot, [keys]) =>
        snapshot.hasChildren(keys as string[] | undefined),
      ),
      optional: true,
    },
  ],
  ['isString', onSnapshot('boolean', [], (snapshot) => typeof snapshot.value() === 'string')],
  ['isNumber', onSnapshot('boolean', [], (snapshot) => typeof snapshot.value() === 'number')],
  ['isBoolean', onSnapshot('boolean', [], (snapshot) => typeof snapshot.value() === 'boolean')],
]);

export const STRING_METHODS = new Map<string, Method>([
  ['contains', onString('boolean', ['string'], (value, [part]) => value.includes(text(part)))],
  ['beginsWith', onString('boolean', ['string'], (value, [part]) => value.startsWith(text(part)))],
  ['endsWith', onString('boolean', ['string'], (value, [part]) => value.endsWith(text(part)))],
  [
    'replace',
    onString('string', ['string', 'string'], (value, [from, to]) => value.split(text(from)).join(text(to))),
  ],
  ['toLowerCase', onString('string', [], (value) => value.toLowerCase())],
  ['toUpperCase', onString('string', [], (value) => value.toUpperCase())],
  [
    'matches',
    onString('boolean', ['regexp'], (value, [pattern]) => (pattern as RE2JS).matcher(value).find()),
  ],
]);

/** Patterns run in linear time, because their input comes from clients. */
export function compilePattern(pattern: string, flags: string): RE2JS {
  rejectUnsupported(pattern);
  let options = 0;
  for (const flag of flags) {
    if (flag === 'i') options |= RE2JS.CASE_INSENSITIVE;
    else if (flag === 's') options |= RE2JS.DOTALL;
    else throw new Error(`unknown flag ${flag}`);
  }
  return RE2JS.compile(pattern, options);
}

/** The service accepts anchors only at the ends of a pattern, and no alternative that ends it empty. */
function rejectUnsupported(pattern: string): void {
  const plain = pattern.replace(/\\.|\[\^?(?:\\.|[^\]\\])*\]/g, (part) => '.'.repeat(part.length));
  if (/(?!^)\^|\$(?!$)/.test(plain)) throw new Error('an anchor within the pattern');
  if (/\|(?:\)|$)/.test(plain)) throw new Error('an empty alternative');
}

function onSnapshot(
  type: ExpressionType,
  parameters: readonly ExpressionType[],
  call: (target: RuleSnapshot, args: readonly unknown[]) => unknown,
): Method {
  return {
    type,
    parameters,
    call(target, args) {
      if (!(target instanceof RuleSnapshot)) throw new EvaluationError('not a snapshot');
      return call(target, args);
    },
  };
}

function onString(
  type: ExpressionType,
  parameters: readonly ExpressionType[],
  call: (target: string, args: readonly unknown[]) => unknown,
): Method {
  return { type, parameters, call: (target, args) => call(text(target), args) };
}

export function text(value: unknown): string {
  if (typeof value !== 'string') throw new EvaluationError('not a string');
  return value;
}
