import type { FrameLocator, Page } from 'playwright-core';

/** The fields that the card form of a checkout page sends without JavaScript. */
export const CARD = {
  email: 'ada@example.com',
  card_number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Ada',
  postal_code: '1',
};

/** Types a card key by key, as a visitor does. */
export async function typeCard(page: FrameLocator | Page, number: string): Promise<void> {
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiry').pressSequentially('1234');
  await page.getByLabel('CVC').pressSequentially('1234'.slice(0, number.startsWith('37') ? 4 : 3));
  await page.getByLabel('Name on card').fill('Ada Lovelace');
  await page.getByLabel('Postal code').fill('94107');
}

export async function chooseCard(page: Page, number: RegExp): Promise<void> {
  const folded = page.locator('.test-cards:not([open]) summary');
  if ((await folded.count()) > 0) await folded.click();
  // The button does nothing until the script of the page has run.
  await page.waitForLoadState();
  await page.getByRole('button', { name: number }).click();
}

export function subscribe(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Subscribe' }).click();
}
