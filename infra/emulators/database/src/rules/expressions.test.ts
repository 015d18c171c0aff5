import { expect, test } from 'vitest';
import { fromJson } from '../tree/from-json.ts';
import { compileRule } from './compile-expression.ts';
import type { EvaluationContext } from './expression-scope.ts';
import { RuleSnapshot } from './rule-snapshot.ts';

const node = (json: unknown) => fromJson(json, null, { now: 0, depth: 0 });
const before = node({ users: { ada: { name: 'Ada', age: 36, tags: { a: true } } }, empty: '' });
const after = node({ users: { ada: { name: 'Ada L', '.priority': 7 } } });
const at = ['users', 'ada'];

const CONTEXT: EvaluationContext = {
  auth: {
    uid: 'ada',
    token: {
      admin: true,
      firebase: { sign_in_provider: 'password', identities: { 'google.com': ['1815'] } },
    },
  },
  now: 1000,
  root: new RuleSnapshot(before, []),
  data: new RuleSnapshot(before, at),
  newData: new RuleSnapshot(after, at),
  query: null,
  captures: new Map([['$uid', 'ada']]),
};

function evaluate(source: string, context: Partial<EvaluationContext> = {}): unknown {
  return compileRule(source, { kind: 'validate', captures: ['$uid'] }).evaluate({ ...CONTEXT, ...context });
}

test.each([
  ['true'],
  ['auth != null && auth.uid === $uid'],
  ['auth.token.admin === true'],
  ["auth.token['admin'] == true"],
  ["auth.token.firebase.sign_in_provider == 'password'"],
  ["auth.token.firebase.identities['google.com'][0] == '1815'"],
  ["auth.token.firebase.identities['google.com'][1] == null"],
  ["auth.token.firebase.identities['github.com'][0] == null"],
  ['auth.token.missing == null'],
  ['auth.token.missing.deeper == null'],
  ['auth.token.constructor == null'],
  ['now > 999 && now <= 1000'],
  ["data.child('name').val() == 'Ada'"],
  ["data.child('age').val() / 2 - 8 == 10"],
  ["data.child('age').val() % 5 === 1"],
  ['-1 < 0'],
  ["'a' + 1 == 'a1'"],
  ["1 / 0 + '' == 'NaN' && !(1 / 0 > 2)"],
  ["!root.child('banned/ada@example.com').exists() && !root.hasChild('a.b')"],
  ["data.child('age').val() > 40 ? false : data.exists()"],
  ["'x^y'.matches(/^[^$]\\^y$/)"],
  ["data.child('name').val().length == 3"],
  ["data.child('tags/a').val() == true"],
  ["data.hasChild('tags') && data.hasChildren() && data.hasChildren(['name', 'age'])"],
  ["!data.hasChildren(['name', 'missing'])"],
  ["data.parent().parent().child('empty').exists()"],
  ["root.child('users').child($uid).child('name').isString()"],
  ["data.child('age').isNumber() && data.child('tags/a').isBoolean()"],
  ['newData.getPriority() === 7 && data.getPriority() == null'],
  ["newData.child('name').val().beginsWith('Ada') && newData.child('name').val().endsWith('L')"],
  ["newData.child('name').val().contains(' ') && newData.child('name').val().matches(/^a.*l$/i)"],
  ["newData.child('name').val().replace('A', 'O').toLowerCase() == 'oda l'"],
  ["'a'.toUpperCase() == 'A'"],
  ["data.child('tags').val() == root.child('users/ada/tags').val()"],
  ["auth.uid == 'x' ? false : true"],
  ["data.child('missing').val() == null"],
  ["'b' > 'a' && !('a' >= 'b')"],
])('evaluates %s to true', (source) => {
  expect(evaluate(source)).toBe(true);
});

test('does not evaluate the right side when the left side decides', () => {
  expect(evaluate('auth == null || auth.uid.length > 0', { auth: null })).toBe(true);
  expect(evaluate('auth != null && auth.uid.length > 0', { auth: null })).toBe(false);
});

test.each([
  ["data.child('name').val() > 5"],
  ["data.child('age').val().contains('x')"],
  ["data.child('age').val() + data.child('tags').val() == 1"],
  ['root.parent().exists()'],
  ["'users/' + auth.token.missing == 'users/'"],
  ["'a' + auth.token.admin == 'atrue'"],
  ['!data.hasChildren([auth.token.missing])'],
  ["auth.contains('a')"],
])('throws when evaluating %s', (source) => {
  expect(() => evaluate(source)).toThrow();
});

test.each([
  ['nobody', "No such variable 'nobody'"],
  ['$other', "No such variable '$other'"],
  ['query.limitToFirst == 1', "No such variable 'query'"],
  ['data.value()', "No such method 'value' on type snapshot"],
  ['data.exists', "No such property 'exists' on type snapshot"],
  ["'x'.trim() == ''", "No such method 'trim' on type string"],
  ['data.exists(1)', 'Expected 0 arguments, found 1'],
  ['data.child(1).exists()', 'Invalid argument (found number)'],
  ["'a'.matches('b')", 'Invalid argument (found string)'],
  ["'a'.matches(auth.uid)", 'matches() requires a regular expression literal'],
  ["'a'.matches(/(?=b)/)", 'Invalid regular expression'],
  ["'a'.matches(/a/u)", 'Invalid regular expression'],
  ['now && true', '&& takes booleans (found number)'],
  ["data.child('name').val() && true", '&& takes booleans (found primitive)'],
  ['auth.token.admin || false', '|| takes booleans (found any)'],
  ["!data.child('tags/a').val()", '! takes a boolean (found primitive)'],
  ["data.child('tags/a').val()", 'A rule must be a boolean (found primitive)'],
  ['auth != null ? 7 : true', 'A rule must be a boolean (found primitive)'],
  ["data.val().name == 'Ada'", "No such property 'name' on type primitive"],
  ["data.val()['name'] == 'Ada'", "No such property 'name' on type primitive"],
  ['data.hasChildren([])', 'A list must contain strings'],
  ["'a'.matches(/(^a$|b)/)", 'an anchor within the pattern'],
  ["'a'.matches(/^(a|)$/)", 'an empty alternative'],
  ['!now', '! takes a boolean (found number)'],
  ["'a' - 1 == 1", 'Invalid operand of - (found string)'],
  ["now > '5'", 'Invalid > expression: a number cannot be compared with a string'],
  ["'a'.length <= 'b'", 'Invalid <= expression: a number cannot be compared with a string'],
  ["'a' + auth.uid < 1 + 1", 'Invalid < expression: a string cannot be compared with a number'],
  ["('a' + data.val()) * 2 == 1", 'Invalid operand of * (found string)'],
  ['data == null', 'Invalid operand of == (found snapshot)'],
  ['now', 'A rule must be a boolean (found number)'],
  ['typeof now', 'Rules do not support the operator typeof'],
  ['now ?? true', 'Rules do not support the operator ??'],
  ['(() => true)()', 'Rules do not support function calls'],
  ['now = 1', 'Rules do not support AssignmentExpression'],
  ['auth?.uid == null', 'Rules do not support ChainExpression'],
  ['`x` == null', 'Rules do not support TemplateLiteral'],
  ['true; false', 'A rule must be a single expression'],
  ['', 'A rule must be a single expression'],
  ['true &&', 'Unexpected token'],
  ['true)', 'Unexpected token'],
])('rejects %s: %s', (source, reason) => {
  expect(() => evaluate(source)).toThrow(reason);
});

test('matches a pattern with catastrophic backtracking in linear time', () => {
  const source = `'${'a'.repeat(50)}b'.matches(/^(a+)+$/)`;
  expect(evaluate(source)).toBe(false);
});

test.each(['9007199254740993', '-9223372036854775807', '10000000000000000000001'])(
  'rejects the integer %s, which a double does not hold exactly',
  (integer) => {
    expect(() => evaluate(`data.val() == ${integer}`)).toThrow(
      `The integer ${integer.replace('-', '')} would lose digits as a double.`,
    );
  },
);

test.each(['9007199254740992', '4611686018427387904', '9223372036854776000', '0x20', '.5', '1_000'])(
  'takes the number %s',
  (number) => {
    expect(evaluate(`${number} > 0`)).toBe(true);
  },
);
