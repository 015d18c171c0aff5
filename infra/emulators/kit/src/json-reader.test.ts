import { expect, expectTypeOf, it } from 'vitest';
import {
  flag,
  httpUrl,
  instant,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  record,
  text,
} from './json-reader.ts';

const Order = object({
  id: text,
  kind: oneOf(['a', 'b']),
  count: optional(nullable(integer(1))),
  tags: optional(list(text, 2)),
  notes: optional(record(text)),
  paid: optional(flag),
  site: optional(httpUrl),
  at: optional(instant),
  size: optional(object({ width: integer(0, 10) })),
});

it('returns the checked object without absent properties', () => {
  const order = Order({ id: '1', kind: 'a', count: null, tags: ['x'], notes: { a: 'b' } }, '');
  expect(order).toEqual({ id: '1', kind: 'a', count: null, tags: ['x'], notes: { a: 'b' } });
  expectTypeOf(order.kind).toEqualTypeOf<'a' | 'b'>();
  expectTypeOf(order.count).toEqualTypeOf<number | null | undefined>();
});

it.each<[unknown, string]>([
  [null, 'the body must be an object'],
  [[], 'the body must be an object'],
  [{ kind: 'a' }, 'id must be a non-empty string'],
  [{ id: '', kind: 'a' }, 'id must be a non-empty string'],
  [{ id: '1', kind: 'c' }, 'kind must be one of a, b'],
  [{ id: '1', kind: 'a', count: 0 }, 'count must be an integer of at least 1'],
  [{ id: '1', kind: 'a', count: '1' }, 'count must be an integer of at least 1'],
  [{ id: '1', kind: 'a', tags: ['x', 1] }, 'tags.1 must be a non-empty string'],
  [{ id: '1', kind: 'a', tags: ['x', 'y', 'z'] }, 'tags must be a list of at most 2'],
  [{ id: '1', kind: 'a', notes: { a: 1 } }, 'notes.a must be a non-empty string'],
  [{ id: '1', kind: 'a', paid: 1 }, 'paid must be true or false'],
  [{ id: '1', kind: 'a', site: 'file:///etc' }, 'site must be an http or https URL'],
  [{ id: '1', kind: 'a', at: 'tomorrow' }, 'at must be a date and time in ISO 8601'],
  [{ id: '1', kind: 'a', size: { width: 11 } }, 'size.width must be an integer from 0 to 10'],
  [{ id: '1', kind: 'a', size: { width: 1, depth: 1 } }, 'size must not have "depth"'],
  [{ id: '1', kind: 'a', price: 1 }, 'the body must not have "price"'],
])('rejects %j', (value, message) => {
  expect(() => Order(value, '')).toThrow(new RangeError(message));
});
