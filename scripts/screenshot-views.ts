import { SITE_PATHS } from '@outharbor/contract/paths';
import type { Page } from 'playwright-core';
import { isTold } from '../tests/browser/steps.ts';

/** A page in one of its states. */
export interface View {
  readonly name: string;
  readonly path: string;
  /** As somebody with a plan and a long name. */
  readonly subscribed?: boolean;
  /** Brings the page into the state that is to be seen. */
  readonly arrange?: (page: Page) => Promise<void>;
}

const CHECKED_OUT = '/success?session_id=cs_test_1';

const says = (text: string) => (page: Page) => page.getByText(text).first().waitFor();

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** What a page looks like in a state; one under the name of its page is how that page is seen at all. */
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
    arrange: (page) => page.getByRole('button', { name: 'Subscribed' }).waitFor(),
  },
  {
    name: 'register-refused',
    path: '/register',
    arrange: async (page) => {
      await press('Register')(page);
      await isTold(page, 'Please fill all the fields');
    },
  },
  { name: 'account-action', path: '/account-action', arrange: says('This link was used before') },
  { name: 'account-signed-out', path: '/account', arrange: says('Please log in') },
  { name: 'account', path: '/account', subscribed: true, arrange: says('Receipt of') },
  { name: 'success', path: CHECKED_OUT },
  { name: 'success-busy', path: CHECKED_OUT, arrange: holdConfirmation },
  { name: 'success-without-payment', path: '/success', arrange: says('No payment to confirm') },
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

/** Every page, and every state of one. */
export const VIEWS: readonly View[] = [
  ...Object.entries(SITE_PATHS)
    .map(([page, path]) => ({ name: page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), path }))
    .filter(({ name }) => !inStates.has(name)),
  ...STATES,
];

/** The button stays busy for as long as the session is not known. */
async function holdConfirmation(page: Page): Promise<void> {
  await page.route('**/runtime-config.json', () => undefined);
  await page.reload();
  await press('Proceed')(page);
  await page.locator('.spinner').waitFor();
}
