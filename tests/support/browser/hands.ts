import type { Locator, Page } from 'playwright-core';
import { PLACES } from '../../../infra/emulators/console/src/page/frame/places.ts';
import type { Hands } from './tester-tasks.ts';

export function withMouse(page: Page): Hands {
  return {
    go: (place) =>
      page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: place }).click(),
    search: () => page.getByRole('button', { name: /^Search everything/ }).click(),
    press: (goal) => goal.click(),
    choose: async (field, value) => void (await field.selectOption(value)),
    ...typing(page, (field) => field.click()),
  };
}

/** More tab stops than a page has. */
const STOPS = 400;

/** Goes on with Tab, as somebody without a mouse does. */
export function withKeyboard(page: Page): Hands {
  const tabTo = async (goal: Locator) => {
    await goal.waitFor();
    for (let stop = 0; stop < STOPS; stop += 1) {
      if (await goal.evaluate((node) => node === node.ownerDocument.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${goal}`);
  };
  return {
    go: async (place) => {
      const { key = '', title = '' } = PLACES.find((each) => each.title === place) ?? {};
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    },
    search: () => page.keyboard.press('/'),
    choose: async (field, value) => {
      await tabTo(field);
      await page.keyboard.type(value);
    },
    press: async (goal) => {
      await tabTo(goal);
      await page.keyboard.press('Enter');
    },
    ...typing(page, tabTo),
  };
}

function typing(page: Page, reach: (field: Locator) => Promise<void>): Pick<Hands, 'type' | 'write'> {
  return {
    write: async (field, text) => {
      await reach(field);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    type: (text) => page.keyboard.type(text),
  };
}
