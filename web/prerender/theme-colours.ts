import { readFileSync } from 'node:fs';

const TOKENS = readFileSync(new URL('../src/ui/tokens.css', import.meta.url), 'utf8');
const HEX = /#[0-9a-f]{6}/gi;

/** Hex colours of a token such as `paper`. A token with one colour for both themes returns it twice. */
export function themeColours(token: string): Record<'light' | 'dark', string> {
  const value = new RegExp(`--${token}:([^;]*);`).exec(TOKENS)?.[1] ?? '';
  const [light, dark = light] = value.match(HEX) ?? [];
  if (!light || !dark) throw new Error(`tokens.css has no colour token --${token}`);
  return { light, dark };
}
