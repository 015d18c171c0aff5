import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseWireQuery } from '../query/parse-wire-query.ts';
import { replaceAt } from '../tree/data-node.ts';
import { fromJson } from '../tree/from-json.ts';
import { type Path, splitPath } from '../tree/node-path.ts';
import { loadRules } from './load-rules.ts';
import { measureCoverage } from './rule-node.ts';
import { RuleSet } from './rule-set.ts';
import { RulesError } from './rules-error.ts';

const node = (json: unknown) => fromJson(json, null, { now: 0, depth: 0 });
const ruleSet = (rules: unknown): RuleSet => new RuleSet(loadRules(JSON.stringify({ rules })));

function reads(
  rules: unknown,
  path: string,
  data: unknown = null,
  query?: unknown,
  touched: Path[] = [],
): boolean {
  const request = { auth: { uid: 'ada' }, root: node(data), query: parseWireQuery(query), now: 0, touched };
  return ruleSet(rules).canRead(splitPath(path), request);
}

function writes(rules: unknown, path: string, value: unknown, data: unknown = null): boolean {
  const before = node(data);
  const after = replaceAt(before, splitPath(path), node(value));
  const request = { auth: { uid: 'ada' }, before, after, now: 0, touched: [] };
  return ruleSet(rules).canWrite(splitPath(path), request);
}

describe('read access', () => {
  test('is denied without a rule', () => {
    expect(reads({}, 'a')).toBe(false);
  });

  test('is granted at and below a true rule, and a child rule cannot revoke it', () => {
    const rules = { a: { '.read': true, b: { '.read': false } } };
    expect([reads(rules, 'a/b/c'), reads(rules, 'a'), reads(rules, '')]).toEqual([true, true, false]);
  });

  test('prefers a literal key over a variable', () => {
    const rules = { $any: { '.read': true }, secret: { '.read': false } };
    expect([reads(rules, 'x'), reads(rules, 'secret')]).toEqual([true, false]);
  });

  test('can depend on the query', () => {
    const rules = {
      '.read': "query.orderByChild == 'owner' && query.equalTo == auth.uid && query.limitToFirst <= 10",
    };
    const query = { i: 'owner', sp: 'ada', ep: 'ada', l: 10, vf: 'l' };
    expect(reads(rules, '', null, query)).toBe(true);
    expect(reads(rules, '', null, { ...query, sp: 'bob', ep: 'bob' })).toBe(false);
    expect(reads(rules, '', null, { ...query, l: 11 })).toBe(false);
    expect(reads(rules, '')).toBe(false);
  });

  test.each([
    "query.orderByChild == 'members/' + auth.uid",
    'query.orderByChild === auth.uid',
    'auth.uid != query.orderByChild',
    "query.orderByChild !== root.child('order').val()",
    'query.orderByChild == true',
    'query.orderByChild == query.equalTo',
    '$key == query.orderByChild',
  ])('rejects %s, since the service compares an ordering with literals only', (rule) => {
    expect(() => ruleSet({ $key: { '.read': rule } })).toThrow(
      /operand must be an ordering or string literal when comparing against an ordering/,
    );
  });

  test.each([
    "query.orderByChild.contains('a')",
    "query.orderByChild < 'a'",
    "query.orderByChild + 'a' == 'ba'",
    'root.child(query.orderByChild).exists()',
    "query.limitToFirst.contains('1')",
    'query.orderByKey > 1',
    'query.equalTo.name == 1',
  ])('rejects %s by the types of the query', (rule) => {
    expect(() => ruleSet({ '.read': rule })).toThrow(
      /Invalid operand|No such method|No such property|Invalid argument/,
    );
  });

  test.each([
    "query.orderByChild != 'owner'",
    "'a/b' === query.orderByChild",
    'query.orderByChild == null && null != query.orderByChild',
    'query.orderByChild == query.orderByChild',
    "query.equalTo == 'members/' + auth.uid && query.startAt != $key",
    "query.equalTo.beginsWith('a') && query.limitToFirst * 2 <= root.child('limit').val()",
    'query.orderByKey != query.orderByValue && query.orderByPriority == null',
  ])('accepts %s', (rule) => {
    expect(() => ruleSet({ $key: { '.read': rule } })).not.toThrow();
  });

  test('sees a query without an order as ordered by key', () => {
    const rules = { '.read': 'query.orderByKey && query.limitToFirst <= 1000' };
    expect(reads(rules, '', null, { l: 1000, vf: 'l' })).toBe(true);
    expect(reads(rules, '', null, { i: '.priority', l: 1000, vf: 'l' })).toBe(false);
    expect(reads({ '.read': 'query.orderByKey && !query.orderByPriority' }, '')).toBe(true);
  });

  test('records the paths that the decision depends on', () => {
    const touched: Path[] = [];
    reads(
      { a: { '.read': "root.child('members').hasChild(auth.uid) && data.exists()" } },
      'a',
      { members: { ada: 1 } },
      undefined,
      touched,
    );
    expect(touched).toEqual([['members', 'ada'], ['a']]);
  });
});

describe('a write', () => {
  const profile = {
    $uid: {
      '.write': 'auth.uid === $uid',
      '.validate': "newData.hasChildren(['name'])",
      name: { '.validate': 'newData.isString()' },
      $other: { '.validate': false },
    },
  };

  test('needs a rule along the path', () => {
    expect(writes(profile, 'ada', { name: 'Ada' })).toBe(true);
    expect(writes(profile, 'bob', { name: 'Bob' })).toBe(false);
    expect(writes(profile, '', { ada: { name: 'Ada' } })).toBe(false);
  });

  test('validates the written data and its ancestors', () => {
    expect(writes(profile, 'ada', { name: 5 })).toBe(false);
    expect(writes(profile, 'ada', { name: 'Ada', more: 1 })).toBe(false);
    expect(writes(profile, 'ada/name', 'Ada', { ada: { name: 'A' } })).toBe(true);
    expect(writes(profile, 'ada/name', null, { ada: { name: 'A', x: 1 } })).toBe(false);
  });

  test('does not validate deleted data', () => {
    expect(writes(profile, 'ada', null, { ada: { name: 'Ada' } })).toBe(true);
  });
});

test('finds an index by its name', () => {
  const rules = ruleSet({ a: { $x: { '.indexOn': ['n', '.value'] } } });
  const at = ['a', 'b'];
  expect(rules.hasIndex(at, { kind: 'child', path: ['n'] })).toBe(true);
  expect(rules.hasIndex(at, { kind: 'value' })).toBe(true);
  expect(rules.hasIndex(at, { kind: 'child', path: ['m'] })).toBe(false);
  expect(rules.hasIndex(['other'], { kind: 'key' })).toBe(true);
});

test('counts how often each rule was true, false or failed', () => {
  const rules = ruleSet({ '.read': "auth.uid === 'ada'", a: { '.read': 'data.val() > 1' } });
  const request = { auth: { uid: 'bob' }, root: node({ a: 'text' }), query: undefined, now: 0, touched: [] };
  rules.canRead(['a'], request);
  rules.canRead(['a'], { ...request, auth: { uid: 'ada' } });
  expect(measureCoverage(rules.root).map(({ path, evaluations }) => [path, evaluations])).toEqual([
    ['/', { true: 1, false: 1, error: 0 }],
    ['/a', { true: 0, false: 0, error: 1 }],
  ]);
});

describe('a rules file', () => {
  test('may contain comments and line breaks inside strings', () => {
    const text = '// all\n{ "rules": { /* one */ "a": { ".read": "true &&\n  true" } } }';
    expect(loadRules(text).children.get('a')?.read?.source).toBe('true &&\n  true');
  });

  test('may begin with a byte order mark, and have none elsewhere', () => {
    const text = '{ "rules": { ".indexOn": "a" } }';
    expect(new RuleSet(loadRules(`\uFEFF${text}`)).hasIndex([], { kind: 'child', path: ['a'] })).toBe(true);
    expect(() => loadRules(`${text}\uFEFF`)).toThrow('Parse error');
  });

  // react-native-firebase tests with such a file, and the console warns of it only (webhook-server-open#10).
  test('may have a comma after the last entry', () => {
    const rules = new RuleSet(loadRules('{"rules": {".indexOn": ["a", "b",], "c": {".write": false,},},}'));
    expect(rules.hasIndex([], { kind: 'child', path: ['b'] })).toBe(true);
  });

  test.each([
    ['{', 'Line 1: Parse error: expected a key'],
    ['{}', "Line 1: a rules file must be an object with the single key 'rules'"],
    ['{"rules": {}, "other": 1}', "Line 1: a rules file must be an object with the single key 'rules'"],
    ['{"rules":\n1}', 'Line 2: the rules at / must be an object'],
    ['{"rules": {\n".raed": true}}', 'Line 2: unknown directive .raed at /'],
    ['{"rules": {".read":\n1}}', 'Line 2: the .read rule at / must be a string or a boolean'],
    ['{"rules": {".read": "a &&\n\nb"}}', "Line 1: the .read rule at /: No such variable 'a'"],
    ['{"rules": {".read": "true &&\n\nb"}}', "Line 3: the .read rule at /: No such variable 'b'"],
    ['{"rules": {"a": {},\n"a": {}}}', 'Line 2: Parse error: duplicate key "a"'],
    ['{"rules": {"$a": {"$a": {}}}}', 'Line 1: the variable $a is already defined'],
    ['{"rules": {"$a": {}, "$b": {}}}', 'Line 1: more than one variable at /: $b'],
    ['{"rules": {"a/b": {}}}', 'Line 1: invalid key "a/b"'],
    ['{"rules": {".indexOn": 1}}', 'Line 1: .indexOn must be a string or a list of strings'],
    ['{"rules": {}} more', 'Line 1: Parse error: unexpected "more"'],
    ['{"rules": {},,}', 'Line 1: Parse error: expected a key, found ,'],
    ['{"rules": {".indexOn": [,]}}', 'Line 1: Parse error: unexpected ,'],
    [
      `{"rules": {".read": "${'!'.repeat(100_000)}true"}}`,
      'Line 1: the .read rule at /: Not enough stack space',
    ],
  ])('is rejected when invalid: %#', (text, reason) => {
    expect(() => loadRules(text)).toThrow(RulesError);
    expect(() => loadRules(text)).toThrow(reason);
  });
});

interface Grammar {
  readonly value: string;
  readonly condition: string;
}

/** Rules of every shape, most of them meaningless. */
const { condition } = fc.letrec<Grammar>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      'null',
      'true',
      '1',
      "'x'",
      'now',
      '$key',
      'auth',
      'auth.uid',
      'data',
      'newData',
      'root',
      '/a+/',
    ),
    fc
      .tuple(fc.constantFrom('data', 'newData', 'root'), tie('value'))
      .map(([of, path]) => `${of}.child(${path})`),
    fc
      .tuple(
        tie('value'),
        fc.constantFrom('val()', 'parent()', 'length', 'toLowerCase()', 'getPriority()', 'x'),
      )
      .map(([of, name]) => `${of}.${name}`),
    fc
      .tuple(tie('value'), fc.constantFrom('+', '-', '*', '/', '%'), tie('value'))
      .map((parts) => `(${parts.join(' ')})`),
    tie('condition').map(String),
  ),
  condition: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('true', 'false', 'auth != null'),
    fc
      .tuple(tie('value'), fc.constantFrom('==', '!==', '<', '>='), tie('value'))
      .map((parts) => `(${parts.join(' ')})`),
    fc
      .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
      .map((parts) => `(${parts.join(' ')})`),
    tie('condition').map((inner) => `!${inner}`),
    fc.tuple(tie('value'), tie('value')).map(([of, part]) => `${of}.contains(${part})`),
    fc.tuple(tie('value'), tie('value')).map(([of, key]) => `${of}.hasChild(${key})`),
    tie('value').map((of) => `${of}.exists()`),
  ),
}));

test('evaluates random rules, or rejects them with a RulesError', () => {
  let loaded = 0;
  fc.assert(
    fc.property(condition, fc.jsonValue(), (source, data) => {
      const rules = {
        $key: { '.read': source.replaceAll('newData', 'data'), '.write': source, '.validate': source },
      };
      try {
        loadRules(JSON.stringify({ rules }));
      } catch (error) {
        expect(error).toBeInstanceOf(RulesError);
        return;
      }
      loaded++;
      const value = typeof data === 'object' ? 'text' : data;
      expect(typeof reads(rules, 'k', { k: value })).toBe('boolean');
      expect(typeof writes(rules, 'k', value, { k: 1 })).toBe('boolean');
    }),
    { numRuns: 2_000 },
  );
  expect(loaded).toBeGreaterThan(100);
});

test('rejects random text with a RulesError', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (source) => {
      try {
        ruleSet({ '.read': source });
      } catch (error) {
        expect(error).toBeInstanceOf(RulesError);
      }
    }),
    { numRuns: 2_000 },
  );
});
