import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NEXT } from '@outharbor/contract/testing/plans';
import { startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { takeConsolePictures } from '../infra/emulators/scripts/console-pictures.ts';
import { book, logIn, payWith, proceed, register } from '../tests/support/browser/steps.ts';
import { CARDS, newPerson } from '../tests/support/people.ts';
import { ensureProductBuilt } from './builds.ts';
import { ensureChromium } from './chromium.ts';
import { takeReadmePictures } from './readme-pictures.ts';
import { VIEWS, type View } from './screenshot-views.ts';
import { ROOT } from './step.ts';

/**
 * `npm run screenshots`: captures every page and state at three widths, light and dark, the pictures that the
 * README shows, and those of the console for testers.
 */
const FOLDER = join(ROOT, 'screenshots');
const WIDTHS = [360, 768, 1440];
const THEMES = ['light', 'dark'] as const;

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Visit {
  readonly browser: Browser;
  readonly origin: string;
  readonly subscriber: StorageState;
}

/** The browser storage of a signed-in user who has bought a plan. */
async function subscriberState(browser: Browser, origin: string): Promise<StorageState> {
  const person = { ...newPerson(), name: 'Maximiliane von Hohenstaufen-Lichtenberg' };
  const page = await browser.newPage();
  await register(page, origin, person);
  await logIn(page, origin, person);
  await book(page, NEXT.title);
  await payWith(page, CARDS.pays);
  await proceed(page, origin);
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}

interface Appearance {
  readonly width: number;
  readonly theme: (typeof THEMES)[number];
}

async function takeScreenshot(visit: Visit, view: View, { width, theme }: Appearance): Promise<void> {
  const { browser, origin, subscriber } = visit;
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme,
    ...(view.subscribed && { storageState: subscriber }),
  });
  const page = await context.newPage();
  await page.goto(`${origin}${view.path}`);
  await page.locator('.later').first().waitFor({ state: 'detached' });
  await view.arrange?.(page);
  await showLazyPictures(page);
  await page.screenshot({
    path: join(FOLDER, `${view.name}-${width}-${theme}.png`),
    fullPage: true,
    // Captures animations in their final state.
    animations: 'disabled',
  });
  await context.close();
}

async function showLazyPictures(page: Page): Promise<void> {
  for (const picture of await page.locator('img[loading="lazy"]').all()) {
    await picture.scrollIntoViewIfNeeded();
    await picture.evaluate((node) => (node as unknown as { decode(): Promise<void> }).decode());
  }
  await page.evaluate('scrollTo(0, 0)');
}

await ensureProductBuilt();
await mkdir(FOLDER, { recursive: true });
const stack = await startEmbeddedStack({ consolePort: 0 });
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
try {
  await takeReadmePictures(browser, stack.url);
  if (stack.console) {
    const { url } = stack.console;
    await takeConsolePictures(browser, { url, stripe: stack.stripe });
  }
  const visit = { browser, origin: stack.url, subscriber: await subscriberState(browser, stack.url) };
  for (const view of VIEWS) {
    for (const width of WIDTHS) {
      for (const theme of THEMES) await takeScreenshot(visit, view, { width, theme });
    }
    console.log(view.name);
  }
} finally {
  await browser.close();
  await stack.close();
}
