import { contrast, type HexColor, isDark, parseHexColor, readableOn } from './color.ts';

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
