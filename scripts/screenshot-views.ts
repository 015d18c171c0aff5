import { SITE_PATHS } from '@outharbor/contract/paths';
import type { Page } from 'playwright-core';
import { seesToast } from '../tests/support/browser/steps.ts';
import { REGISTER } from '../web/src/content/account.ts';
import { ACCOUNT, RECEIPTS } from '../web/src/content/account-page.ts';
import { MESSAGES } from '../web/src/content/messages.ts';
import { PRICING } from '../web/src/content/pricing.ts';
import { NO_PAYMENT, SUCCESS } from '../web/src/content/success.ts';

export interface View {
  readonly name: string;
  readonly path: string;
  /** Signed in as a subscriber with a long name. */
  readonly subscribed?: boolean;
  /** Brings the page into the state to capture. */
  readonly arrange?: (page: Page) => Promise<void>;
}

const CHECKED_OUT = '/success?session_id=cs_test_1';

const showsText = (text: string) => (page: Page) => page.getByText(text).first().waitFor();

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** A state named like a page replaces that page's default view. */
const STATES: readonly View[] = [
  { name: 'faq-open', path: '/faq', arrange: (page) => page.locator('summary').first().click() },
  {
    name: 'booking',
    path: '/booking-page',
    arrange: (page) => page.locator('.scheduler[aria-busy="false"]').waitFor(),
  },
  {
    name: 'pricing-subscribed',
    path: '/subscribe',
    subscribed: true,
    arrange: (page) => page.getByRole('button', { name: PRICING.subscribed }).waitFor(),
  },
  {
    name: 'register-rejected',
    path: '/register',
    arrange: async (page) => {
      await press(REGISTER.submit)(page);
      await seesToast(page, MESSAGES.fillAllFields);
    },
  },
  {
    name: 'account-action',
    path: '/account-action',
    arrange: showsText('This link has already been used'),
  },
  { name: 'account-signed-out', path: '/account', arrange: showsText(ACCOUNT.loginFirst) },
  { name: 'account', path: '/account', subscribed: true, arrange: showsText(RECEIPTS.receipt) },
  { name: 'success', path: CHECKED_OUT },
  { name: 'success-busy', path: CHECKED_OUT, arrange: holdConfirmation },
  { name: 'success-without-payment', path: '/success', arrange: showsText(NO_PAYMENT.title) },
  { name: 'error', path: '/no-such-page' },
  {
    name: 'offline',
    path: '/subscribe',
    arrange: async (page) => {
      await page.mouse.move(5, 5);
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      await page.context().setOffline(true);
      await page.getByText('You are offline').waitFor();
    },
  },
];

const inStates = new Set(STATES.map(({ name }) => name));

export const VIEWS: readonly View[] = [
  ...Object.entries(SITE_PATHS)
    .map(([page, path]) => ({ name: page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), path }))
    .filter(({ name }) => !inStates.has(name)),
  ...STATES,
];

/** Without the runtime config the session stays unknown, and the button busy. */
async function holdConfirmation(page: Page): Promise<void> {
  await page.route('**/runtime-config.json', () => undefined);
  await page.reload();
  await press(SUCCESS.action)(page);
  await page.locator('.spinner').waitFor();
}
