import { describe, expect, it } from 'vitest';
import { Collection } from './collection.ts';

interface Owned {
  readonly id: string;
  readonly customer: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
}

const create = () => new Collection<Owned>('owned', () => {});
const ids = (entities: Iterable<Owned> = []) => Array.from(entities, ({ id }) => id);

function createOwned(...owners: readonly (string | null)[]): Collection<Owned> {
  const collection = create();
  for (const [index, customer] of owners.entries()) collection.put({ id: `e${index}`, customer });
  return collection;
}

describe('a collection', () => {
  it('finds entities by a value, newest first', () => {
    const collection = createOwned('a', 'b', null, 'a');
    expect(ids(collection.where('customer', 'a'))).toEqual(['e3', 'e0']);
    expect(ids(collection.where('customer', 'a', ({ id }) => id !== 'e3'))).toEqual(['e0']);
    expect(ids(collection.where('customer', 'c'))).toEqual([]);
  });

  it('follows changes of the value', () => {
    const collection = createOwned('a', 'b', null, 'a');
    expect(ids(collection.where('customer', 'b'))).toEqual(['e1']);
    collection.put({ id: 'e2', customer: 'b' });
    collection.put({ id: 'e0', customer: 'b' });
    collection.put({ id: 'e4', customer: 'b' });
    collection.delete('e1');
    expect(ids(collection.where('customer', 'b'))).toEqual(['e4', 'e2', 'e0']);
    collection.put({ id: 'e4', customer: null });
    expect(ids(collection.where('customer', 'b'))).toEqual(['e2', 'e0']);
    expect(ids(collection.where('customer', 'a'))).toEqual(['e3']);
    collection.clear();
    expect(ids(collection.where('customer', 'b'))).toEqual([]);
  });

  it('pages what it finds from a cursor, which need not match', () => {
    const found = createOwned('a', 'b', 'a', 'b', 'a').where('customer', 'a');
    expect(ids(found.olderThan('e3'))).toEqual(['e2', 'e0']);
    expect(ids(found.newerThan('e1'))).toEqual(['e2', 'e4']);
    expect(found.olderThan('e9')).toBeUndefined();
    expect(found.newerThan('e9')).toBeUndefined();
  });

  it('finds entities by metadata, whatever the case of the value', () => {
    const collection = create();
    collection.put({ id: 'one', customer: null, metadata: { key: 'Value' } });
    collection.put({ id: 'two', customer: null, metadata: { other: 'value' } });
    collection.put({ id: 'three', customer: null });
    expect(ids(collection.withMetadata('key', 'vALUE'))).toEqual(['one']);
    collection.put({ id: 'three', customer: null, metadata: { key: 'value' } });
    collection.put({ id: 'one', customer: null, metadata: {} });
    expect(ids(collection.withMetadata('key', 'value'))).toEqual(['three']);
  });
});
