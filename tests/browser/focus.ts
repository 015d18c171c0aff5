import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settled } from '../support/browser/site-fixture.ts';
import { contrast } from '../support/contrast.ts';
import { opaque } from './colours.ts';

/** The focused element and its outline. */
interface Focus {
  readonly name: string;
  readonly style: string;
  readonly width: number;
  readonly colour: string;
  readonly backgrounds: readonly string[];
  /** Visible height in pixels that is not covered by the header. */
  readonly clear: number;
}

const FOCUS = `(() => {
  const element = document.activeElement;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
  const backgrounds = [];
  for (let at = element.parentElement; at; at = at.parentElement) {
    backgrounds.push(getComputedStyle(at).backgroundColor);
  }
  const header = element.closest('header, .skip-link') ? null : document.querySelector('.site-header');
  const { top, bottom } = element.getBoundingClientRect();
  const covered = header?.getBoundingClientRect().bottom ?? 0;
  return {
    name: element.textContent || element.name,
    style: outlineStyle,
    width: parseFloat(outlineWidth),
    colour: outlineColor,
    backgrounds,
    clear: Math.min(bottom, innerHeight) - Math.max(top, covered),
  };
})()`;

export async function readFocus(page: Page): Promise<Focus> {
  await settled(page);
  return page.evaluate<Focus>(FOCUS);
}

export function expectShown({ name, style, width, colour, backgrounds, clear }: Focus): void {
  expect(style, name).toBe('solid');
  expect(width, name).toBeGreaterThanOrEqual(2);
  const background = backgrounds.map(opaque).find((one) => one !== undefined);
  const line = opaque(colour);
  if (!background || !line) throw new Error(`The focus outline of ${name} is not visible`);
  expect(contrast(line, background), name).toBeGreaterThanOrEqual(3);
  expect(clear, name).toBeGreaterThan(10);
}
