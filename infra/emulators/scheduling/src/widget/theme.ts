/** A color as six hex digits, without `#`. */
type HexColor = string;

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

function isDark(color: HexColor): boolean {
  return contrast(color, 'ffffff') >= contrast(color, '000000');
}

/** Black or white, whichever has more contrast: at least 4.58 on any color. */
function readableOn(color: HexColor): HexColor {
  return isDark(color) ? 'ffffff' : '000000';
}

const AA = 4.5;

interface Palette {
  readonly background: HexColor;
  readonly text: HexColor;
  readonly accent: HexColor;
}

const LIGHT: Palette = { background: 'ffffff', text: '14213d', accent: '0b5cad' };
const DARK: Palette = { background: '101826', text: 'edf1f7', accent: '7ab8ff' };

export interface ColorQuery {
  readonly background_color?: string | undefined;
  readonly text_color?: string | undefined;
  readonly primary_color?: string | undefined;
}

/**
 * The widget's custom properties, light and dark, overridden by the embedding site's colors. A given
 * background decides the scheme. Text and accent colors that would be unreadable on it are replaced wherever
 * they color text.
 */
export function themeStylesheet(query: ColorQuery): string {
  const background = parseHexColor(query.background_color);
  if (background) return rule(withColors(isDark(background) ? DARK : LIGHT, query), isDark(background));
  const dark = rule(withColors(DARK, query), true);
  return `${rule(withColors(LIGHT, query), false)}@media (prefers-color-scheme: dark) {\n${dark}}\n`;
}

function withColors(base: Palette, query: ColorQuery): Palette {
  const background = parseHexColor(query.background_color) ?? base.background;
  const textColor = parseHexColor(query.text_color) ?? base.text;
  return {
    background,
    text: contrast(textColor, background) >= AA ? textColor : readableOn(background),
    accent: parseHexColor(query.primary_color) ?? base.accent,
  };
}

function rule({ background, text, accent }: Palette, dark: boolean): string {
  const readable = (color: HexColor): HexColor => (contrast(color, background) >= AA ? color : text);
  return `:root {
  color-scheme: ${dark ? 'dark' : 'light'};
  --background: #${background};
  --text: #${text};
  --accent: #${accent};
  --on-accent: #${readableOn(accent)};
  --accent-text: #${readable(accent)};
  --danger: #${readable(dark ? 'ff9d94' : 'b3261e')};
}
`;
}
