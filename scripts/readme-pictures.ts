import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NEXT } from '@outharbor/contract/testing/plans';
import type { Browser, Page } from 'playwright-core';
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
import { animatedPng, type Frame } from './animated-png.ts';
import { ROOT } from './step.ts';

const IMAGES = join(ROOT, 'docs/images');
const VIEWPORT = { width: 1280, height: 860 };
/** The recording is this much smaller than the page. */
const SCALE = 0.625;

/** Takes the README's pictures, and the recording of one visitor from the home page to a paid plan. */
export async function takeReadmePictures(browser: Browser, origin: string): Promise<void> {
  const record = async (scale: number, show: (page: Page, name?: string) => Promise<void>) => {
    const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: scale });
    await walk(await context.newPage(), origin, show);
    await context.close();
  };
  await record(1, async (page, name) => {
    if (name !== undefined) await writeFile(join(IMAGES, `${name}.png`), await takePicture(page));
  });
  const frames: Frame[] = [];
  await record(SCALE, async (page) => {
    frames.push({ png: await takePicture(page), milliseconds: 1600 });
  });
  await writeFile(join(IMAGES, 'loop.png'), animatedPng(frames));
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
  await show(page);
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
