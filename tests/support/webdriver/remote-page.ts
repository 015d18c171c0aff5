import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Connection } from './connection.ts';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** Longer than any step takes on a slow machine. */
const PATIENCE = { timeout: 60_000, interval: 50 };
const SOME_FRAMES_MS = 100;

type Reference = Readonly<Record<typeof ELEMENT, string>>;

/** Acts in the active tab and finds elements by their visible names. Each action waits until it is possible. */
export class RemotePage {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async open(url: string): Promise<void> {
    await this.#connection.send('Navigate', { url });
  }

  async reload(): Promise<void> {
    await this.#connection.send('Refresh');
  }

  async back(): Promise<void> {
    await this.#connection.send('Back');
  }

  async forward(): Promise<void> {
    await this.#connection.send('Forward');
  }

  async openTab(url: string): Promise<{ switchToPrevious(): Promise<void>; switchToNew(): Promise<void> }> {
    const previous = await this.#connection.send('GetWindowHandle');
    const opened = await this.#connection.send('NewWindow', { type: 'tab' });
    const { handle } = opened as { readonly handle: string };
    const goTo = async (tab: unknown) =>
      void (await this.#connection.send('SwitchToWindow', { handle: tab }));
    await goTo(handle);
    await this.open(url);
    return { switchToPrevious: () => goTo(previous), switchToNew: () => goTo(handle) };
  }

  /** `script` is a function body. */
  run(script: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.#connection.send('ExecuteScript', { script, args });
  }

  async isAt(start: string): Promise<void> {
    await vi.waitFor(async () => {
      const url = await this.address();
      if (!url.startsWith(start)) throw new Error(`${url} does not start with ${start}`);
    }, PATIENCE);
  }

  async shown(xpath: string): Promise<void> {
    await vi.waitFor(() => this.#find(xpath), PATIENCE);
  }

  async says(words: string): Promise<void> {
    await this.shown(`//*[normalize-space()="${words}"]`);
  }

  async click(xpath: string): Promise<void> {
    await vi.waitFor(async () => {
      const id = await this.#find(xpath);
      const position = await this.run(BRING_INTO_VIEW, { [ELEMENT]: id });
      // Elements that scroll into view may resize, so the browser could click a stale position.
      await pause(SOME_FRAMES_MS);
      if (position === null || position !== (await this.run(BRING_INTO_VIEW, { [ELEMENT]: id }))) {
        throw new Error(`${xpath} may still move`);
      }
      await this.#connection.send('ElementClick', { id });
    }, PATIENCE);
  }

  press(name: string): Promise<void> {
    return this.click(`//*[self::a or self::summary or ${ENABLED}][${isNamed(name)}]`);
  }

  async submit(button: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const form = `//form[.//button[${isNamed(button)}]]`;
    for (const [label, text] of Object.entries(fields)) {
      await this.#type(`${form}//input[@id=//label[normalize-space()="${label}"]/@for]`, text);
    }
    await this.click(`${form}//*[${ENABLED}][${isNamed(button)}]`);
  }

  async pressKeys(keys: Iterable<string>, holding?: string): Promise<void> {
    const strokes = [...keys].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    const held = [{ type: 'keyDown', value: holding }, ...strokes, { type: 'keyUp', value: holding }];
    const actions = holding === undefined ? strokes : held;
    await this.#connection.send('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async focused(): Promise<{ readonly role: string; readonly name: string }> {
    const { [ELEMENT]: id } = (await this.#connection.send('GetActiveElement')) as Reference;
    const role = String(await this.#connection.send('GetComputedRole', { id }));
    const name = String(await this.#connection.send('GetComputedLabel', { id }));
    return { role, name };
  }

  async address(): Promise<string> {
    return String(await this.#connection.send('GetCurrentURL'));
  }

  async inFrame(act: () => Promise<void>): Promise<void> {
    await this.shown('//iframe');
    await this.#connection.send('SwitchToFrame', { id: 0 });
    await act();
    await this.#connection.send('SwitchToFrame', { id: null });
  }

  async #type(xpath: string, text: string): Promise<void> {
    await vi.waitFor(async () => {
      const id = await this.#find(xpath);
      // WebKit's driver clears only elements in view.
      await this.run(BRING_INTO_VIEW, { [ELEMENT]: id });
      await this.#connection.send('ElementClear', { id });
      await this.#connection.send('ElementSendKeys', { id, text });
    }, PATIENCE);
  }

  async #find(xpath: string): Promise<string> {
    const found = await this.#connection.send('FindElements', { using: 'xpath', value: xpath });
    for (const { [ELEMENT]: id } of found as readonly Reference[]) {
      if (await this.#connection.send('IsElementDisplayed', { id })) return id;
    }
    throw new Error(`Nothing is displayed at ${xpath}`);
  }
}

/** The element's position, or null while a finite animation may still move it. */
const BRING_INTO_VIEW = `
  arguments[0].scrollIntoView({ behavior: 'instant', block: 'center' });
  const ends = ({ effect }) => Number.isFinite(effect.getComputedTiming().endTime);
  const { x, y } = arguments[0].getBoundingClientRect();
  return document.getAnimations().some(ends) ? null : x + ' ' + y;`;

const ENABLED = 'self::button[not(@disabled)]';

const isNamed = (name: string) => `normalize-space()="${name}" or @aria-label="${name}"`;
