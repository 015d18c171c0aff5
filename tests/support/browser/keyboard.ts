import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import type { RemotePage } from '../webdriver/remote-page.ts';

/** Engines disagree on the roles of a password field and a summary: `field` and `summary` stand for any. */
type Role = 'link' | 'button' | 'field' | 'summary';
type Name = string | RegExp;

/** A browser that is driven only by keyboard. */
export interface Keyboard {
  /** Opens a typed address or a link from a mail. */
  open(address: string): Promise<void>;
  press(key: 'Tab' | 'Enter' | 'select all'): Promise<void>;
  type(text: string): Promise<void>;
  /** Whether the focused element has this accessible role and name. */
  isOn(role: Role, name: Name): Promise<boolean>;
  address(): Promise<string>;
  says(words: string): Promise<void>;
  /** Waits for a downloaded JSON file and parses it. */
  downloaded(file: string): Promise<unknown>;
}

/** More tab stops than any page has. */
const STOPS = 80;
const PATIENCE = { timeout: 60_000, interval: 100 };

/** Presses Tab until the link, button or field of that name has focus. */
export async function tabTo(keyboard: Keyboard, role: Role, name: Name): Promise<void> {
  await vi.waitFor(async () => {
    for (let stop = 0; stop < STOPS; stop += 1) {
      await keyboard.press('Tab');
      if (await keyboard.isOn(role, name)) return;
    }
    throw new Error(`Tab does not lead to the ${role} ${name}`);
  }, PATIENCE);
}

export async function press(keyboard: Keyboard, role: Exclude<Role, 'field'>, name: Name): Promise<void> {
  await tabTo(keyboard, role, name);
  await keyboard.press('Enter');
}

/** Fills the fields and submits the form of the last one with Enter. */
export async function submit(keyboard: Keyboard, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) {
    await tabTo(keyboard, 'field', name);
    await keyboard.press('select all');
    await keyboard.type(text);
  }
  await keyboard.press('Enter');
}

/** Waits for an address, ignoring its query. A trailing slash matches every address below it. */
export async function isAt(keyboard: Keyboard, expected: string): Promise<void> {
  await vi.waitFor(async () => {
    const address = await keyboard.address();
    const { origin, pathname } = new URL(address);
    const page = origin + pathname;
    if (page !== expected && !(expected.endsWith('/') && page.startsWith(expected)))
      throw new Error(`${address} is not ${expected}`);
  }, PATIENCE);
}

export function createKeyboard(page: Page): Keyboard {
  const downloads = new Map<string, Promise<string>>();
  page.on('download', (download) => downloads.set(download.suggestedFilename(), download.path()));
  const focus = page.locator(':focus');
  const keys = { Tab: 'Tab', Enter: 'Enter', 'select all': 'ControlOrMeta+a' };
  return {
    open: async (address) => void (await page.goto(address)),
    press: (key) => page.keyboard.press(keys[key]),
    type: (text) => page.keyboard.type(text),
    isOn: async (role, name) => {
      if (role === 'summary')
        return (
          (await page
            .locator('summary')
            .getByText(name, { exact: true })
            .locator('..')
            .and(focus)
            .count()) === 1
        );
      const named =
        role === 'field'
          ? page.getByLabel(name, { exact: true })
          : page.getByRole(role, { name, exact: true });
      return (await named.and(focus).count()) === 1;
    },
    address: async () => page.url(),
    says: (words) => page.getByText(words).first().waitFor(),
    downloaded: (file) =>
      vi.waitFor(async () => {
        const path = await downloads.get(file);
        if (!path) throw new Error(`${file} is not downloaded`);
        return JSON.parse(await readFile(path, 'utf8')) as unknown;
      }, PATIENCE),
  };
}

/** WebDriver key code points: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS = { Tab: '\uE004', Enter: '\uE007', Control: '\uE009' };

/** `profile` is the browser's download folder. */
export const createRemoteKeyboard = (page: RemotePage, profile: string): Keyboard => ({
  open: (address) => page.open(address),
  press: (key) => (key === 'select all' ? page.pressKeys('a', KEYS.Control) : page.pressKeys(KEYS[key])),
  type: (text) => page.pressKeys(text),
  isOn: async (role, name) => {
    const focused = await page.focused();
    const isNamed = typeof name === 'string' ? focused.name === name : name.test(focused.name);
    return isNamed && (role === 'field' || role === 'summary' || focused.role === role);
  },
  address: () => page.address(),
  says: (words) => {
    const has = `contains(normalize-space(), "${words}")`;
    return page.shown(`//*[${has}][not(*[${has}])]`);
  },
  downloaded: (file) =>
    vi.waitFor(async () => JSON.parse(await readFile(join(profile, file), 'utf8')) as unknown, PATIENCE),
});
