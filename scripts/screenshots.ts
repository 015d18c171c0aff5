import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NEXT } from '@outharbor/contract/testing/plans';
import { startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import { type Browser, chromium, type Page } from 'playwright-core';
import { takeConsolePictures } from '../infra/emulators/scripts/console-pictures.ts';
import {
  book,
  bookCall,
  fillIn,
  planCard,
  submitLogin,
  submitRegistration,
} from '../tests/support/browser/steps.ts';
import { CARDS, newPerson } from '../tests/support/people.ts';
import { PRICING } from '../web/src/content/pricing.ts';
import { SUCCESS } from '../web/src/content/success.ts';
import { ensureProductBuilt } from './builds.ts';
import { ensureChromium } from './chromium.ts';
import { ROOT } from './step.ts';

/** `npm run screenshots`: takes the pictures that the README shows, and those of the console for testers. */
const IMAGES = join(ROOT, 'docs/images');
const VIEWPORT = { width: 1280, height: 860 };
/** Pictures of the flow stand beside each other this wide. */
const STRIP = { columns: 3, width: 426 };

/** Takes the README's pictures, and one of the way of a visitor from the home page to a paid plan. */
async function takeReadmePictures(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const steps: Buffer[] = [];
  await walk(await context.newPage(), origin, async (page, name) => {
    const picture = await takePicture(page);
    if (name !== undefined) await writeFile(join(IMAGES, `${name}.png`), picture);
    if (name !== 'booking') steps.push(picture);
  });
  const strip = await context.newPage();
  const pictures = steps.map((step) => `<img src="data:image/png;base64,${step.toString('base64')}">`);
  const style = `body { margin: 0; display: grid; grid-template-columns: repeat(${STRIP.columns}, ${STRIP.width}px); gap: 1px; background: #ccc }`;
  await strip.setContent(
    `<!doctype html><style>${style} img { width: 100%; display: block }</style>${pictures.join('')}`,
  );
  await writeFile(join(IMAGES, 'loop.png'), await strip.locator('body').screenshot());
  await context.close();
}

const takePicture = (page: Page) => page.screenshot({ animations: 'disabled' });

/** Calls `show` at each step, with a name where the README shows it as a picture. */
async function walk(
  page: Page,
  origin: string,
  show: (page: Page, name?: string) => Promise<void>,
): Promise<void> {
  const person = { ...newPerson(), name: 'Ada Okafor' };
  await page.goto(origin);
  await show(page, 'home');
  await page.goto(`${origin}/booking-page`);
  await page.locator('.scheduler[aria-busy="false"]').waitFor();
  await show(page, 'booking');
  await bookCall(page, person);
  await show(page);
  await page.goto(`${origin}/register`);
  await submitRegistration(page, person);
  await page.waitForURL(`${origin}/login`);
  await submitLogin(page, person);
  await page.waitForURL(`${origin}/subscribe`);
  await planCard(page, NEXT.title).getByRole('button', { name: PRICING.book }).waitFor();
  await show(page);
  await book(page, NEXT.title);
  await fillIn(page, {
    'Card number': CARDS.pays,
    Expiry: '12 / 34',
    CVC: '123',
    'Name on card': person.name,
    'Postal code': '94107',
  });
  await show(page, 'checkout');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.waitForURL(`${origin}/success**`);
  await page.getByRole('button', { name: SUCCESS.action }).waitFor();
  await show(page);
  await page.getByRole('button', { name: SUCCESS.action }).click();
  await page.waitForURL(`${origin}/subscribe`);
  await page.getByRole('button', { name: PRICING.subscribed }).waitFor();
  await show(page, 'pricing');
}

await ensureProductBuilt();
const stack = await startEmbeddedStack({ consolePort: 0 });
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
try {
  await takeReadmePictures(browser, stack.url);
  if (stack.console) {
    const { url } = stack.console;
    await takeConsolePictures(browser, { url, stripe: stack.stripe });
  }
} finally {
  await browser.close();
  await stack.close();
}
