import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, SMALLEST } from '../../../infra/emulators/tests/support/browser.ts';
import { FIELD_HINTS, FIELDS, LOGIN, REGISTER } from '../../../web/src/content/account.ts';
import { RECEIPTS } from '../../../web/src/content/account-page.ts';
import { MESSAGES } from '../../../web/src/content/messages.ts';
import { MENU_LINKS } from '../../../web/src/content/navigation.ts';
import { PRICING } from '../../../web/src/content/pricing.ts';
import { SUCCESS } from '../../../web/src/content/success.ts';
import { ICON_PATHS } from '../../../web/src/icons/icon-paths.ts';
import * as site from '../../support/browser/site-fixture.ts';
import * as steps from '../../support/browser/steps.ts';
import { contrast } from '../../support/contrast.ts';
import { embeddedTarget } from '../../support/embedded-target.ts';
import { newMember, newSubscriber } from '../../support/members.ts';
import { chroma, opaque, readBackground, readColour, textContrast } from './colours.ts';

const target = embeddedTarget();
const browser = site.pageBrowser();

const TEXT = 4.5;
const SHAPE = 3;
/** Highest chroma that counts as grey. */
const GREY = 0.15;

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

async function readFocus(page: Page): Promise<Focus> {
  await site.settled(page);
  return page.evaluate<Focus>(FOCUS);
}

function expectShown({ name, style, width, colour, backgrounds, clear }: Focus): void {
  expect(style, name).toBe('solid');
  expect(width, name).toBeGreaterThanOrEqual(2);
  const background = backgrounds.map(opaque).find((one) => one !== undefined);
  const line = opaque(colour);
  if (!background || !line) throw new Error(`The focus outline of ${name} is not visible`);
  expect(contrast(line, background), name).toBeGreaterThanOrEqual(SHAPE);
  expect(clear, name).toBeGreaterThan(10);
}

const readIcon = (element: Locator) => element.locator('> svg.icon path').getAttribute('d');

/** Without the booking page, where Tab moves into the scheduling service's frame. */
const OWN_PATHS = site.PATHS.filter((path) => path !== '/booking-page');

it.each(OWN_PATHS)('every control of %s has a visible focus outline in both themes', async (path) => {
  const page = await browser.open({ viewport: DESKTOP, reducedMotion: 'reduce' }, /404/);
  await page.goto(`${target().url}${path}`);
  await site.hydrated(page);
  const controls = await page.locator('a, button, summary, input').filter({ visible: true }).count();
  for (let stop = 0; stop < controls; stop += 1) {
    await page.keyboard.press('Tab');
    for (const colorScheme of site.THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expectShown(await readFocus(page));
    }
  }
});

describe('on the smallest phone with doubled text size', () => {
  async function open(path: string): Promise<Page> {
    const page = await browser.open({ viewport: SMALLEST, hasTouch: true }, /404/);
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await page.goto(`${target().url}${path}`);
    await site.hydrated(page);
    return page;
  }

  it.each(site.PATHS)('%s does not scroll sideways or break words in its heading', async (path) => {
    const page = await open(path);
    expect(await page.evaluate('getComputedStyle(document.documentElement).fontSize')).toBe('32px');
    expect(await site.horizontalOverflow(page)).toBe(0);
    await page.evaluate("document.querySelector('h1').style.overflowWrap = 'normal'");
    expect(await site.horizontalOverflow(page)).toBe(0);
  });

  it("a subscriber's account and menu fit the page width", async () => {
    const page = await open('/login');
    await steps.logInAtOnce(page, target().url, await newSubscriber(target(), NEXT.price));
    await page.getByRole('button', { name: PRICING.subscribed, disabled: true }).waitFor();
    expect(await site.horizontalOverflow(page)).toBe(0);
    await steps.openAccountControls(page);
    await page.getByRole('button', { name: PRICING.logout }).waitFor();
    expect(await site.horizontalOverflow(page)).toBe(0);
    await page.goto(`${target().url}/account`);
    await page.getByRole('link', { name: RECEIPTS.receipt }).waitFor();
    expect(await site.horizontalOverflow(page)).toBe(0);
    await page.evaluate(
      "document.querySelectorAll('.account-facts *').forEach((fact) => { fact.style.overflowWrap = 'normal'; })",
    );
    expect(await site.horizontalOverflow(page)).toBe(0);
  });
});

describe.each(site.THEMES)('in the %s theme', (colorScheme) => {
  /** Opens a page without transitions, so that colours change immediately. */
  async function open(path: string, viewport = DESKTOP): Promise<Page> {
    const page = await browser.open({ viewport, colorScheme, reducedMotion: 'reduce' }, /40\d|refused/);
    await page.goto(`${target().url}${path}`);
    await site.hydrated(page);
    return page;
  }

  it('every item of the open menu has a visible focus outline', async () => {
    const page = await open('/AboutUs', PHONE);
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    await menu.focus();
    await page.keyboard.press('Enter');
    for (const name of MENU_LINKS.map(({ label }) => label)) {
      await page.keyboard.press('Tab');
      const focus = await readFocus(page);
      expect(focus.name).toBe(name);
      expectShown(focus);
    }
  });

  it.each([
    ['the primary button', '/', 'main .button-primary', 'background-color'],
    ['a quiet button', '/subscribe', '.wide-only .button-quiet', 'border-top-color'],
    ['a header link', '/', '.wide-only li:nth-child(2) a', 'background-color'],
    ['a field', '/register', 'input[name=email]', 'border-top-color'],
    ['a plan', '/subscribe', '.plan-card >> nth=0', 'box-shadow'],
  ])('%s changes on hover and stays readable', async (_what, path, selector, property) => {
    const page = await open(path);
    const element = page.locator(selector).first();
    const before = await site.readStyle(element, property);
    await element.hover();
    await expect.poll(() => site.readStyle(element, property)).not.toBe(before);
    expect(await textContrast(element)).toBeGreaterThanOrEqual(TEXT);
  });

  it('an unavailable plan is grey but readable, and the current plan has a green ring', async () => {
    const page = await open('/login');
    await steps.logInAtOnce(page, target().url, await newSubscriber(target(), NEXT.price));
    const current = page.getByRole('button', { name: PRICING.subscribed, disabled: true });
    await current.waitFor();
    const closed = page.getByRole('button', { name: PRICING.book, disabled: true });
    expect(await closed.count()).toBe(2);
    for (const button of [current, ...(await closed.all())]) {
      const background = await site.readStyle(button, 'background-color');
      expect(chroma(await readColour(button, 'background-color'))).toBeLessThan(GREY);
      expect(await textContrast(button)).toBeGreaterThanOrEqual(TEXT);
      expect(await site.readStyle(button, 'cursor')).toBe('not-allowed');
      await button.hover({ force: true });
      expect(await site.readStyle(button, 'background-color')).toBe(background);
    }
    const card = page.locator('.plan-card[data-state="current"]');
    expect(await card.count()).toBe(1);
    const [red, green, blue] = await readColour(card, 'border-top-color');
    expect(green).toBeGreaterThan(Math.max(red, blue) * 1.4);
    expect(await site.readStyle(card, 'box-shadow')).toContain(
      `rgb(${red}, ${green}, ${blue}) 0px 0px 0px 3px`,
    );
    const around = await readBackground(page.locator('body'));
    expect(contrast([red, green, blue], around)).toBeGreaterThanOrEqual(SHAPE);
  });

  it('an available plan is in colour, and its missing features are grey', async () => {
    const page = await open('/subscribe');
    const card = steps.planCard(page, NEXT.title);
    const book = card.getByRole('button', { name: PRICING.book });
    expect(chroma(await readColour(book, 'background-color'))).toBeGreaterThan(3 * GREY);
    expect(await textContrast(book)).toBeGreaterThanOrEqual(TEXT);
    const [missing, included] = ['Not included', 'Included'].map((name) =>
      card
        .getByRole('listitem')
        .filter({ has: page.getByRole('img', { name, exact: true }) })
        .first(),
    );
    if (!missing || !included) throw new Error('The card has no such features');
    for (const part of [missing, missing.locator('svg')]) {
      expect(chroma(await readColour(part, 'color'))).toBeLessThan(GREY);
    }
    expect(chroma(await readColour(included.locator('svg'), 'color'))).toBeGreaterThan(GREY);
    expect(await textContrast(missing)).toBeGreaterThanOrEqual(TEXT);
    expect(await textContrast(missing)).toBeLessThan((await textContrast(included)) / 2);
  });

  it('only an invalid field is coloured and has a description', async () => {
    const page = await open('/register', PHONE);
    const widthBefore = (await page.locator('.account-card').boundingBox())?.width;
    const [faulty, other] = [page.getByLabel(FIELDS.userName), page.getByLabel(FIELDS.email)];
    await steps.fillIn(page, { [FIELDS.email]: 'ada@example.com', [FIELDS.password]: 'correct horse' });
    await page.getByRole('button', { name: REGISTER.submit }).click();
    await faulty.and(page.locator('[aria-invalid=true]')).waitFor();
    const hint = page.getByText(FIELD_HINTS.empty.userName, { exact: true });
    expect(await faulty.getAttribute('aria-describedby')).toBe(await hint.getAttribute('id'));
    expect(await site.readStyle(hint, 'color')).toBe(await site.readStyle(faulty, 'border-top-color'));
    expect(await site.readStyle(other, 'border-top-color')).not.toBe(
      await site.readStyle(faulty, 'border-top-color'),
    );
    expect(await textContrast(hint)).toBeGreaterThanOrEqual(TEXT);
    expect(
      contrast(await readColour(faulty, 'border-top-color'), await readBackground(faulty)),
    ).toBeGreaterThanOrEqual(SHAPE);
    const [field, below] = await Promise.all([faulty.boundingBox(), hint.boundingBox()]);
    expect(below?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0));
    expect((await page.locator('.account-card').boundingBox())?.width).toBe(widthBefore);

    await faulty.fill('Ada');
    await other.fill('');
    await page.getByRole('button', { name: REGISTER.submit }).click();
    await other.and(page.locator('[aria-invalid=true]')).waitFor();
    expect(await hint.count()).toBe(0);
    expect(await page.locator('[aria-invalid]').count()).toBe(1);
  });

  it('the offline notice is readable', async () => {
    const page = await open('/subscribe');
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    const line = page.getByText(MESSAGES.offline);
    await line.waitFor();
    expect(await textContrast(line)).toBeGreaterThanOrEqual(TEXT);
  });

  it.each(site.DEVICES)(
    'toasts on $device appear at the bottom right with their icons',
    async ({ options }) => {
      const { width, height } = options.viewport;
      const page = await browser.open({ ...options, colorScheme, reducedMotion: 'reduce' });
      const person = await newMember(target());
      await page.goto(`${target().url}/login`);
      await page.getByRole('button', { name: LOGIN.submit }).click();
      const failure = steps.toasts(page).and(page.locator('.toast-failure'));
      await expectToast(failure, 'warning', MESSAGES.fillAllFields);
      const [red, green, blue] = await readColour(failure, 'background-color');
      expect(red).toBeGreaterThan(3 * Math.max(green, blue));
      await failure.getByRole('button', { name: 'Close notification' }).click();
      await failure.waitFor({ state: 'detached' });

      await steps.submitLogin(page, person);
      const success = steps.toasts(page).and(page.locator('.toast-success'));
      await expectToast(success, 'check', LOGIN.succeeded);
      expect(chroma(await readColour(success, 'background-color'))).toBeLessThan(GREY);

      async function expectToast(toast: Locator, icon: 'check' | 'warning', text: string): Promise<void> {
        // Keeps it open.
        await toast.filter({ hasText: text }).hover();
        await site.atRest(toast);
        expect(await readIcon(toast)).toBe(ICON_PATHS[icon]);
        expect(await textContrast(toast.getByText(text))).toBeGreaterThanOrEqual(TEXT);
        expect(
          contrast(await readColour(toast.locator('> .icon'), 'color'), await readBackground(toast)),
        ).toBeGreaterThanOrEqual(SHAPE);
        const box = await toast.boundingBox();
        if (!box) throw new Error('The toast is not there');
        const fromRight = width - box.x - box.width;
        const fromBottom = height - box.y - box.height;
        for (const distance of [fromRight, fromBottom]) {
          expect(distance).toBeGreaterThanOrEqual(0);
          expect(distance).toBeLessThan(40);
        }
        expect(box.x).toBeGreaterThan(options.viewport === PHONE ? 0 : width / 2);
      }
    },
  );
});

describe('while busy', () => {
  /** Clicks the button and asserts that it shows a spinner without changing size. */
  async function expectBusyInPlace(button: Locator): Promise<void> {
    const before = await button.boundingBox();
    await button.click();
    await button.locator('.spinner').waitFor();
    const after = await button.boundingBox();
    expect([after?.width, after?.height]).toEqual([before?.width, before?.height]);
    expect(await button.getAttribute('aria-busy')).toBe('true');
    expect(await site.readStyle(button, 'cursor')).toBe('progress');
    expect(await textContrast(button)).toBeGreaterThanOrEqual(TEXT);
    const spinner = button.locator('.spinner');
    expect([await site.readStyle(spinner, 'width'), await site.readStyle(spinner, 'height')]).toEqual([
      '16px',
      '16px',
    ]);
    // The bounding box of a rotating spinner changes size, but its centre does not move.
    const box = await spinner.boundingBox();
    const left = (box?.x ?? 0) + (box?.width ?? 0) / 2 - 8;
    expect(left - (after?.x ?? 0)).toBeGreaterThan(1);
  }

  it.each(site.DEVICES)('buttons on $device keep their size', async ({ options }) => {
    const page = await browser.open(options);
    await site.hold(page, '**/accounts:signInWithPassword**');
    await page.goto(`${target().url}/login`);
    await steps.fillIn(page, { [FIELDS.email]: 'ada@example.com', [FIELDS.password]: 'secret' });
    await expectBusyInPlace(page.getByRole('button', { name: LOGIN.submit, exact: true }));

    const another = await browser.open(options);
    await steps.logInAtOnce(another, target().url, await newMember(target()));
    await steps.untilSignedIn(another);
    await site.hold(another, '**/api/v1/**');
    await expectBusyInPlace(steps.planCard(another, FIRST.title).getByRole('button', { name: PRICING.book }));
    await site.hold(another, '**/runtime-config.json');
    await another.goto(`${target().url}/success`);
    await expectBusyInPlace(another.getByRole('button', { name: SUCCESS.action, exact: true }));
  });
});
