import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, parseHexColor, themeStylesheet } from './theme.ts';

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((n) => n.toString(16).padStart(6, '0'));

function properties(rule: string): Record<string, string> {
  return Object.fromEntries(
    [...rule.matchAll(/--([a-z-]+): #([0-9a-f]{6})/g)].map(([, key, value]) => [key, value]),
  );
}

test('accepts only three or six hex digits, with or without #', () => {
  expect(parseHexColor('#FF8800')).toBe('ff8800');
  expect(parseHexColor('f80')).toBe('ff8800');
  expect(parseHexColor('red; } body { display: none')).toBeUndefined();
  expect(parseHexColor(undefined)).toBeUndefined();
});

test('calculates the WCAG contrast ratio', () => {
  expect(contrast('000000', 'ffffff')).toBeCloseTo(21);
  expect(contrast('777777', 'ffffff')).toBeCloseTo(4.48, 2);
});

test('defines both color schemes by default, and only one for a given background', () => {
  expect(themeStylesheet({})).toContain('prefers-color-scheme: dark');
  const dark = themeStylesheet({ background_color: '101010' });
  expect(dark).toContain('color-scheme: dark');
  expect(dark).not.toContain('@media');
});

test('keeps text readable for any combination of colors', () => {
  fc.assert(
    fc.property(anyColor, anyColor, anyColor, (background, text, accent) => {
      const theme = properties(
        themeStylesheet({ background_color: background, text_color: text, primary_color: accent }),
      );
      const at = (key: string): string => theme[key] ?? '';
      expect(at('background')).toBe(background);
      expect(at('accent')).toBe(accent);
      for (const key of ['text', 'accent-text', 'danger']) {
        expect(contrast(at(key), background)).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrast(at('on-accent'), accent)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});
