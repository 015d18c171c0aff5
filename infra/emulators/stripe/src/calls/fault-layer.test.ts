import { describe, expect, it } from 'vitest';
import { openFaults, strike } from './fault-layer.ts';

describe('a fault path', () => {
  it.each([
    ['/v1/customers', '/v1/customers', true],
    ['/v1/customers', '/v1/customers/cus_1', false],
    ['/v1/customers/:id', '/v1/customers/cus_1', true],
    ['/v1/customers/:id', '/v1/customers/cus_1/x', false],
    ['/v1/*', '/v1/customers/cus_1/x', true],
    ['/v1.customers', '/v1/customers', false],
  ])('%s matches %s: %s', (path, requested, strikes) => {
    const faults = openFaults();
    faults.add({ kind: 'hang', path });
    expect(strike(faults, 'GET', requested) !== undefined).toBe(strikes);
  });
});
