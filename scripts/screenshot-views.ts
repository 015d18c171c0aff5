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

export const VIEWS: readonly View[] = [
  { name: 'home', path: '/' },
  { name: 'faq', path: '/faq' },
  { name: 'faq-open', path: '/faq', arrange: (page) => page.locator('summary').first().click() },
  { name: 'about-us', path: '/AboutUs' },
  { name: 'case-study', path: '/caseStudies' },
  {
    name: 'booking',
    path: '/booking-page',
    arrange: (page) => page.locator('.scheduler[aria-busy="false"]').waitFor(),
  },
  { name: 'pricing', path: '/subscribe' },
  {
    name: 'pricing-subscribed',
    path: '/subscribe',
    subscribed: true,
    arrange: (page) => page.getByRole('button', { name: 'Subscribed' }).waitFor(),
  },
  { name: 'register', path: '/register' },
  {
    name: 'register-refused',
    path: '/register',
    arrange: async (page) => {
      await press('Register')(page);
      await isTold(page, 'Please fill all the fields');
    },
  },
  { name: 'login', path: '/login' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'mailed-link-refused', path: '/account-action', arrange: says('This link was used before') },
  { name: 'account-signed-out', path: '/account', arrange: says('Please log in') },
  { name: 'account', path: '/account', subscribed: true, arrange: says('Receipt of') },
  { name: 'success', path: CHECKED_OUT },
  { name: 'success-busy', path: CHECKED_OUT, arrange: holdConfirmation },
  { name: 'success-without-payment', path: '/success', arrange: says('No payment to confirm') },
  { name: 'cancel', path: '/cancel' },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
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

/** The button stays busy for as long as the session is not known. */
async function holdConfirmation(page: Page): Promise<void> {
  await page.route('**/runtime-config.json', () => undefined);
  await page.reload();
  await press('Proceed')(page);
  await page.locator('.spinner').waitFor();
}
