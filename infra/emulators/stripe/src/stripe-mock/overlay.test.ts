import { describe, expect, it } from 'vitest';
import { overlay } from './overlay.ts';

describe('our object over that of stripe-mock', () => {
  it('wins wherever it says something, null included', () => {
    const base = { object: 'customer', id: 'cus_mock', name: 'Mock', older: 1, nested: { a: 1, b: 2 } };
    const ours = { object: 'customer', id: 'cus_ours', name: null, nested: { a: 3 } };
    expect(overlay(base, ours)).toEqual({
      object: 'customer',
      id: 'cus_ours',
      name: null,
      older: 1,
      nested: { a: 3 },
    });
  });

  it('has as many items as we have', () => {
    const base = { object: 'list', data: [{ object: 'price', older: 1 }], has_more: true };
    const ours = {
      object: 'list',
      data: [
        { object: 'price', id: 'a' },
        { object: 'price', id: 'b' },
      ],
      has_more: false,
    };
    expect(overlay(base, ours)).toEqual({
      object: 'list',
      data: [
        { object: 'price', older: 1, id: 'a' },
        { object: 'price', older: 1, id: 'b' },
      ],
      has_more: false,
    });
  });

  it.each([
    [
      { object: 'customer', older: 1 },
      { object: 'customer', deleted: true },
    ],
    [{ object: 'customer', older: 1 }, { object: 'product' }],
    [null, { object: 'product' }],
  ])('stands alone over %j', (base, ours) => {
    expect(overlay(base, ours)).toEqual(ours);
  });
});
