import { describe, expect, it } from 'vitest';
import { list, object } from './composite.ts';
import { parseForm } from './form.ts';
import { inRange, timeRange } from './list-params.ts';
import { changedMetadata, metadata } from './metadata.ts';
import { clearable, flag, integer, oneOf, optional, text } from './reader.ts';

const read = object({
  name: clearable(text(5)),
  count: optional(integer(0, 10)),
  active: optional(flag),
  kind: optional(oneOf('a', 'b')),
  items: optional(list(object({ price: text() }), 2)),
  created: timeRange,
});

const readText = (form: string) => read(parseForm(form), '');

describe('object reader', () => {
  it('omits absent parameters', () => {
    expect(Object.keys(readText('count=3'))).toEqual(['count']);
  });

  it('parses values and reads an empty string as null', () => {
    expect(
      readText('name=&count=3&active=true&kind=b&items[1][price]=y&items[0][price]=x&created[gt]=5'),
    ).toEqual({
      name: null,
      count: 3,
      active: true,
      kind: 'b',
      items: [{ price: 'x' }, { price: 'y' }],
      created: { gt: 5, gte: undefined, lt: undefined, lte: undefined },
    });
  });

  it.each([
    ['name=abcdef', 'name'],
    ['count=1.5', 'count'],
    ['count=11', 'count'],
    ['count=-1', 'count'],
    ['active=yes', 'active'],
    ['kind=c', 'kind'],
    ['items[0][price]=', 'items[0][price]'],
    ['items[x][price]=1', 'items'],
    ['items[0][price]=1&items[1][price]=1&items[2][price]=1', 'items'],
    ['items[0][colour]=red', 'items[0][colour]'],
    ['colour=red', 'colour'],
    ['created[gt]=soon', 'created[gt]'],
  ])('rejects %s and names the parameter %s', (form, param) => {
    expect(() => readText(form)).toThrow(
      expect.objectContaining({ status: 400, details: expect.objectContaining({ param }) }),
    );
  });
});

describe('metadata', () => {
  const change = (form: string) => metadata(parseForm(form).metadata, 'metadata');

  it('merges keys, removes single keys and removes all keys', () => {
    const current = { a: '1', b: '2' };
    expect(changedMetadata(current, change(''))).toEqual(current);
    expect(changedMetadata(current, change('metadata[b]=&metadata[c]=3'))).toEqual({ a: '1', c: '3' });
    expect(changedMetadata(current, change('metadata='))).toEqual({});
  });

  it('rejects nested values', () => {
    expect(() => change('metadata[a][b]=1')).toThrow(/strings/);
  });
});

describe('time range', () => {
  it.each([
    [{}, true],
    [{ gte: 5, lte: 5 }, true],
    [{ gt: 5 }, false],
    [{ lt: 5 }, false],
  ])('%j contains 5: %s', (range, expected) => {
    expect(inRange(5, range)).toBe(expected);
  });

  it('accepts an exact time', () => {
    expect(timeRange('7', 'created')).toEqual({ gte: 7, lte: 7 });
  });
});
