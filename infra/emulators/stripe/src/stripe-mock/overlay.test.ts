import { describe, expect, it } from 'vitest';
import { overlay } from './overlay.ts';

describe('overlay', () => {
  it("prefers the emulator's values, including null", () => {
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

  it("keeps the emulator's number of list items", () => {
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
  ])('ignores a base of another kind: %j', (base, ours) => {
    expect(overlay(base, ours)).toEqual(ours);
  });
});
