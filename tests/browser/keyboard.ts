import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import type { RemotePage } from '../support/webdriver/remote-page.ts';

/** Engines agree on no role of a password's field. */
type Role = 'link' | 'button' | 'field';
type Name = string | RegExp;

/** A browser of which nothing but the keyboard is used. */
export interface Keyboard {
  /** Goes to an address that the visitor types or follows from a mail. */
  open(address: string): Promise<void>;
  press(key: 'Tab' | 'Enter' | 'select all'): Promise<void>;
  type(text: string): Promise<void>;
  /** Whether the focus is on what the accessibility tree calls so. */
  isOn(role: Role, name: Name): Promise<boolean>;
  address(): Promise<string>;
  says(words: string): Promise<void>;
  /** What a downloaded JSON file holds. */
  downloaded(file: string): Promise<unknown>;
}

/** More than any page has to tab through. */
const STOPS = 80;
const PATIENCE = { timeout: 60_000, interval: 100 };

/** Tabs on until the focus is on the link, button or field of that name. */
export async function tabTo(keyboard: Keyboard, role: Role, name: Name): Promise<void> {
  await vi.waitFor(async () => {
    for (let stop = 0; stop < STOPS; stop += 1) {
      await keyboard.press('Tab');
      if (await keyboard.isOn(role, name)) return;
    }
    throw new Error(`Tab does not lead to the ${role} ${name}`);
  }, PATIENCE);
}

export async function press(keyboard: Keyboard, role: 'link' | 'button', name: Name): Promise<void> {
  await tabTo(keyboard, role, name);
  await keyboard.press('Enter');
}

/** Replaces what stands in the fields, and sends the form of the last one. */
export async function submit(keyboard: Keyboard, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) {
    await tabTo(keyboard, 'field', name);
    await keyboard.press('select all');
    await keyboard.type(text);
  }
  await keyboard.press('Enter');
}

/** Waits for an address without its query; one that ends in a slash stands for all below it. */
export async function isAt(keyboard: Keyboard, wanted: string): Promise<void> {
  await vi.waitFor(async () => {
    const address = await keyboard.address();
    const { origin, pathname } = new URL(address);
    const page = origin + pathname;
    if (page !== wanted && !(wanted.endsWith('/') && page.startsWith(wanted)))
      throw new Error(`${address} is not ${wanted}`);
  }, PATIENCE);
}

export function keyboardOf(page: Page): Keyboard {
  const downloads = new Map<string, Promise<string>>();
  page.on('download', (download) => downloads.set(download.suggestedFilename(), download.path()));
  const focus = page.locator(':focus');
  const keys = { Tab: 'Tab', Enter: 'Enter', 'select all': 'ControlOrMeta+a' };
  return {
    open: async (address) => void (await page.goto(address)),
    press: (key) => page.keyboard.press(keys[key]),
    type: (text) => page.keyboard.type(text),
    isOn: async (role, name) => {
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

/** Code points that stand for keys: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS = { Tab: '\uE004', Enter: '\uE007', Control: '\uE009' };

/** `profile` is the folder where the browser puts what it downloads. */
export const remoteKeyboardOf = (page: RemotePage, profile: string): Keyboard => ({
  open: (address) => page.open(address),
  press: (key) => (key === 'select all' ? page.pressKeys('a', KEYS.Control) : page.pressKeys(KEYS[key])),
  type: (text) => page.pressKeys(text),
  isOn: async (role, name) => {
    const focused = await page.focused();
    const isNamed = typeof name === 'string' ? focused.name === name : name.test(focused.name);
    return isNamed && (role === 'field' || focused.role === role);
  },
  address: () => page.address(),
  says: (words) => {
    const has = `contains(normalize-space(), "${words}")`;
    return page.shown(`//*[${has}][not(*[${has}])]`);
  },
  downloaded: (file) =>
    vi.waitFor(async () => JSON.parse(await readFile(join(profile, file), 'utf8')) as unknown, PATIENCE),
});
