/** A color as six hex digits, without `#`. */
export type HexColor = string;

export function parseHexColor(text: string | undefined): HexColor | undefined {
  if (text === undefined) return undefined;
  const digits = text.replace(/^#/, '').toLowerCase();
  if (/^[0-9a-f]{6}$/.test(digits)) return digits;
  if (/^[0-9a-f]{3}$/.test(digits)) return [...digits].map((digit) => digit + digit).join('');
  return undefined;
}

/** WCAG 2 relative luminance, 0 to 1. */
function luminance(color: HexColor): number {
  const channel = (offset: number): number => {
    const value = Number.parseInt(color.slice(offset, offset + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4);
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(one: HexColor, other: HexColor): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

export function isDark(color: HexColor): boolean {
  return contrast(color, 'ffffff') >= contrast(color, '000000');
}

/** Black or white, whichever has more contrast: at least 4.58 on any color. */
export function readableOn(color: HexColor): HexColor {
  return isDark(color) ? 'ffffff' : '000000';
}
