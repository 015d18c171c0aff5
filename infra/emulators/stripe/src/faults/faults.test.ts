import { describe, expect, it } from 'vitest';
import { AccountFaults } from './faults.ts';

describe('faults', () => {
  it.each([
    ['/v1/customers', '/v1/customers', true],
    ['/v1/customers', '/v1/customers/cus_1', false],
    ['/v1/customers/:id', '/v1/customers/cus_1', true],
    ['/v1/customers/:id', '/v1/customers/cus_1/x', false],
    ['/v1/*', '/v1/customers/cus_1/x', true],
    ['/v1.customers', '/v1/customers', false],
  ])('for %s strike %s: %s', (path, requested, strikes) => {
    const faults = new AccountFaults();
    faults.add({ kind: 'hang', path });
    expect(faults.take('GET', requested) !== null).toBe(strikes);
  });
});
