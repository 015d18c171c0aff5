import { describe, expect, it } from 'vitest';
import { Faults } from './faults.ts';

describe('faults', () => {
  it.each([
    ['/v1/customers', '/v1/customers', true],
    ['/v1/customers', '/v1/customers/cus_1', false],
    ['/v1/customers/:id', '/v1/customers/cus_1', true],
    ['/v1/customers/:id', '/v1/customers/cus_1/x', false],
    ['/v1/*', '/v1/customers/cus_1/x', true],
    ['/v1.customers', '/v1/customers', false],
  ])('armed for %s meet %s: %s', (path, requested, strikes) => {
    const faults = new Faults();
    faults.add({ kind: 'hang', path });
    expect(faults.take('GET', requested) !== null).toBe(strikes);
  });

  it('strike in the order in which they were armed, each as often as asked', () => {
    const faults = new Faults();
    faults.add({ kind: 'hang', path: '/v1/*', method: 'POST' });
    faults.add({ kind: 'truncate', path: '/v1/*', count: 2, skip: 1 });
    const struck = ['GET', 'POST', 'POST', 'GET', 'GET'].map(
      (method) => faults.take(method, '/v1/x')?.kind ?? null,
    );
    expect(struck).toEqual([null, 'hang', 'truncate', 'truncate', null]);
    expect(faults.list().map(({ struck: times, left }) => [times, left])).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });
});
