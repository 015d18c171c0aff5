import { themeColours } from '../../../web/prerender/theme-colours.ts';

/** A colour token such as `paper` as browsers compute it: `rgb(247, 243, 234)`. */
export function computedColour(token: string, theme: 'light' | 'dark'): string {
  const [red, green, blue] = Buffer.from(themeColours(token)[theme].slice(1), 'hex');
  return `rgb(${red}, ${green}, ${blue})`;
}
