import type { Browser, BrowserContextOptions, FrameLocator } from 'playwright-core';

export type WidgetPage = Awaited<ReturnType<typeof openPage>>;

export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ timezoneId: 'America/New_York', ...options });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  /** Script and console errors of the page. */
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  // A hanging widget would delay the `load` event.
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  return { page, widget: page.frameLocator('iframe'), problems };
}

/** Goes from the month view to the form. */
export async function pickTime(widget: FrameLocator, day: string, time: string): Promise<void> {
  await widget.getByRole('button', { name: day }).click();
  await widget.getByRole('button', { name: time, exact: true }).click();
  await widget.getByRole('button', { name: 'Next', exact: true }).click();
}

export async function submitDetails(widget: FrameLocator, name: string, email: string): Promise<void> {
  await widget.getByLabel('Name').fill(name);
  await widget.getByLabel('Email').fill(email);
  await widget.getByRole('button', { name: 'Schedule event' }).click();
}
