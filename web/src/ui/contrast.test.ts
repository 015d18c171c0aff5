import { describe, expect, it } from 'vitest';
import { type Colour, contrast } from '../../../tests/support/contrast.ts';
import { themeColours } from '../../prerender/theme-colours.ts';

const toRgb = (hex: string): Colour => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

const TEXT = 4.5;
const SHAPE = 3;

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each([
    ['ink', 'paper', TEXT],
    ['ink', 'surface', TEXT],
    ['ink-soft', 'paper', TEXT],
    ['ink-soft', 'surface', TEXT],
    ['ink-soft', 'sea-soft', TEXT],
    ['sea', 'paper', TEXT],
    ['sea', 'surface', TEXT],
    ['sea', 'sea-soft', TEXT],
    ['on-buoy', 'buoy', TEXT],
    ['on-buoy', 'buoy-deep', TEXT],
    ['danger', 'surface', TEXT],
    ['on-alarm', 'alarm', TEXT],
    ['ok', 'surface', SHAPE],
    ['line-strong', 'paper', SHAPE],
    ['line-strong', 'surface', SHAPE],
    ['buoy', 'paper', SHAPE],
  ])('%s on %s has at least %s : 1', (front, back, least) => {
    expect(
      contrast(toRgb(themeColours(front)[theme]), toRgb(themeColours(back)[theme])),
    ).toBeGreaterThanOrEqual(least);
  });
});

// The closing panel uses the dark colours in both themes.
it.each(['ink', 'ink-soft', 'sea'])('%s on the closing panel has at least 4.5 : 1', (front) => {
  const [on, ground] = [themeColours(front).dark, themeColours('deep').dark];
  expect(contrast(toRgb(on), toRgb(ground))).toBeGreaterThanOrEqual(TEXT);
});
