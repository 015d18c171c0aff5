import type { Locator } from 'playwright-core';
import { readStyle, settled } from '../../support/browser/site-fixture.ts';
import { type Colour, contrast } from '../../support/contrast.ts';

/** Parses `rgb()`, `rgba()` and `color(srgb)` as browsers compute them; undefined if not opaque. */
export function opaque(text: string): Colour | undefined {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
  if (alpha < 1) return undefined;
  return text.startsWith('color(') ? [red * 255, green * 255, blue * 255] : [red, green, blue];
}

/** Returns the computed colour of a property such as `border-top-color`. */
export async function readColour(element: Locator, property: string): Promise<Colour> {
  const text = await readStyle(element, property);
  const colour = opaque(text);
  if (!colour) throw new Error(`${property} is ${text}, which is not opaque`);
  return colour;
}

/** Returns the background colour behind an element: its own or that of the nearest opaque ancestor. */
export async function readBackground(element: Locator): Promise<Colour> {
  await settled(element.page());
  const backgrounds = await element.evaluate((node) => {
    const { getComputedStyle } = globalThis as unknown as PageGlobals;
    const found: string[] = [];
    for (let at = node as unknown as PageElement | null; at; at = at.parentElement) {
      found.push(getComputedStyle(at).backgroundColor);
    }
    return found;
  });
  const background = backgrounds.map(opaque).find((colour) => colour !== undefined);
  if (!background) throw new Error('no opaque background behind the element');
  return background;
}

/** DOM types for code evaluated in the page; the tests compile without the DOM library. */
interface PageElement {
  readonly parentElement: PageElement | null;
}
interface PageGlobals {
  getComputedStyle(element: PageElement): { readonly backgroundColor: string };
}

/** Returns the contrast of an element's text with its background. */
export async function textContrast(element: Locator): Promise<number> {
  return contrast(await readColour(element, 'color'), await readBackground(element));
}

/** From 0, a pure grey, to 1, a pure colour. */
export const chroma = (colour: Colour) => (Math.max(...colour) - Math.min(...colour)) / 255;
