import { expect, it } from 'vitest';
import { hexColour } from './page-colours.ts';

it.each([
  ['rgb(15, 34, 51)', '0f2233'],
  ['rgba(255, 253, 248, 1)', 'fffdf8'],
])('converts %s to %s', (rgb, hex) => {
  expect(hexColour(rgb)).toBe(hex);
});
