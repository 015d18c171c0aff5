import type { Locator } from 'playwright-core';
import { type Colour, contrast } from '../support/contrast.ts';
import { settled, styleOf } from './site-fixture.ts';

/** Reads `rgb()`, `rgba()` and `color(srgb)`, which are all that a browser computes here; undefined where it is not opaque. */
export function opaque(text: string): Colour | undefined {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
  if (alpha < 1) return undefined;
  return text.startsWith('color(') ? [red * 255, green * 255, blue * 255] : [red, green, blue];
}

/** The colour of a property such as `border-top-color`. */
export async function colourOf(element: Locator, property: string): Promise<Colour> {
  const text = await styleOf(element, property);
  const colour = opaque(text);
  if (!colour) throw new Error(`${property} is ${text}, which lets shine through what is below`);
  return colour;
}

/** The colour that an element stands on: its own ground, or the nearest one around it. */
export async function groundOf(element: Locator): Promise<Colour> {
  await settled(element.page());
  const grounds = await element.evaluate((node) => {
    const { getComputedStyle } = globalThis as unknown as PageGlobals;
    const found: string[] = [];
    for (let at = node as unknown as PageElement | null; at; at = at.parentElement) {
      found.push(getComputedStyle(at).backgroundColor);
    }
    return found;
  });
  const ground = grounds.map(opaque).find((colour) => colour !== undefined);
  if (!ground) throw new Error('there is nothing below the element');
  return ground;
}

/** What this program says in a page, whose types it does not have. */
interface PageElement {
  readonly parentElement: PageElement | null;
}
interface PageGlobals {
  getComputedStyle(element: PageElement): { readonly backgroundColor: string };
}

/** The contrast of an element's text with what it stands on. */
export async function textContrast(element: Locator): Promise<number> {
  return contrast(await colourOf(element, 'color'), await groundOf(element));
}

/** From 0, a pure grey, to 1, a pure colour. */
export const chroma = (colour: Colour) => (Math.max(...colour) - Math.min(...colour)) / 255;
