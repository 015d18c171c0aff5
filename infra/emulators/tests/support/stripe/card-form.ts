import type { FrameLocator, Page } from 'playwright-core';
import type Stripe from 'stripe';
import type { World } from './forms.ts';

/** The fields that the card form of a checkout page sends without JavaScript. */
export const CARD = {
  email: 'ada@example.com',
  card_number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Ada',
  postal_code: '1',
};

/** Sends the form of a page without JavaScript. */
export const postForm = (url: string, fields: Readonly<Record<string, string>> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

/** Answers the page on which a cardholder authenticates a payment or a setup. */
export function authenticate(
  { emulator }: World,
  { next_action }: Pick<Stripe.PaymentIntent, 'next_action'> | Pick<Stripe.SetupIntent, 'next_action'>,
  result = 'complete',
): Promise<Response> {
  const { pathname } = new URL(String(next_action?.redirect_to_url?.url));
  return postForm(`${emulator.url}${pathname}`, { result });
}

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
