import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const HEX = /#[0-9a-f]{6}/g;

/** A colour token in both themes; one without `light-dark()` is the same in both. */
function colours(name: string): Record<'light' | 'dark', string> {
  const [light, dark = light] = new RegExp(`--${name}: ([^;]*);`).exec(tokens)?.[1]?.match(HEX) ?? [];
  if (!light || !dark) throw new Error(`tokens.css has no colour --${name}`);
  return { light, dark };
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

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
    expect(contrast(colours(front)[theme], colours(back)[theme])).toBeGreaterThanOrEqual(least);
  });
});
