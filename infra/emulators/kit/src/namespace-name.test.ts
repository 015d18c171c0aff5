import { expect, it } from 'vitest';
import { namespaced, namespacePath, readNamespaced, readNamespacePath } from './namespace-name.ts';

it('appends a namespace to an id and reads it back', () => {
  expect(namespaced('demo-shop', 'worker_1')).toBe('demo-shop_ns_worker_1');
  expect(readNamespaced('demo-shop_ns_worker_1')).toEqual({ parent: 'demo-shop', name: 'worker_1' });
  expect(readNamespaced('a_ns_b_ns_c')).toEqual({ parent: 'a', name: 'b_ns_c' });
});

it.each(['demo-shop', '_ns_a', 'a_ns_', 'a_ns_b-c', `a_ns_${'x'.repeat(65)}`])(
  'finds no namespace in %s',
  (id) => {
    expect(readNamespaced(id)).toBeNull();
  },
);

it.each(['', 'a-b', 'a/b', 'x'.repeat(65)])('rejects the name %j', (name) => {
  expect(() => namespaced('a', name)).toThrow(/1 to 64 letters, digits and underscores/);
});

it('reads the namespace of a path, and the path without it', () => {
  const path = namespacePath('/pages', 'a');
  expect(readNamespacePath('/pages', `${path}/c/1?x=1`)).toEqual({ name: 'a', rest: '/pages/c/1?x=1' });
  for (const url of ['/pages', '/pages/c/1', path, '/pages/ns/a-b/c', '/pages/ns//c', '/other/ns/a/c']) {
    expect(readNamespacePath('/pages', url), url).toBeNull();
  }
});
