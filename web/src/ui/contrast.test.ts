import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Colour, contrast } from '../../../tests/support/contrast.ts';

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const HEX = /#[0-9a-f]{6}/g;

/** A colour token in both themes; one without `light-dark()` is the same in both. */
function colours(name: string): Record<'light' | 'dark', string> {
  const [light, dark = light] = new RegExp(`--${name}: ([^;]*);`).exec(tokens)?.[1]?.match(HEX) ?? [];
  if (!light || !dark) throw new Error(`tokens.css has no colour --${name}`);
  return { light, dark };
}

const rgbOf = (hex: string): Colour => [
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
    ['on-deep', 'deep', TEXT],
    ['on-deep-soft', 'deep', TEXT],
    ['ok', 'surface', SHAPE],
    ['line-strong', 'paper', SHAPE],
    ['line-strong', 'surface', SHAPE],
    ['buoy', 'paper', SHAPE],
  ])('%s on %s has at least %s : 1', (front, back, least) => {
    expect(contrast(rgbOf(colours(front)[theme]), rgbOf(colours(back)[theme]))).toBeGreaterThanOrEqual(least);
  });
});
