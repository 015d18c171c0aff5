import { SITE_PATHS } from '@outharbor/contract/paths';
import { fullPrice, LAST, NEXT } from '@outharbor/contract/testing/plans';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { FIELDS, LOGIN, REGISTER } from '../../../web/src/content/account.ts';
import { PLAN, PROFILE, RECEIPTS } from '../../../web/src/content/account-page.ts';
import { ACCOUNT_ACTION } from '../../../web/src/content/mailed-links.ts';
import { MESSAGES } from '../../../web/src/content/messages.ts';
import { PRICING } from '../../../web/src/content/pricing.ts';
import { SUCCESS } from '../../../web/src/content/success.ts';
import type { Person } from '../people.ts';
import { signInVisitor } from '../sdk-visitor.ts';

/** Toasts are the only list items in the notification region. */
export const toasts = (page: Page): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');

export async function seesToast(page: Page, message: string): Promise<void> {
  await toasts(page).filter({ hasText: message }).first().waitFor();
}

export async function fillIn(page: Page | Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
}

/** Waits for the form's button first, since the previous page may have fields of the same name. */
async function sendForm(page: Page, button: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const send = page.getByRole('button', { name: button, exact: true });
  await send.waitFor();
  await fillIn(page, fields);
  await send.click();
}

/** What a person enters to register. */
export const registration = ({ name, email, password }: Person) => ({
  [FIELDS.userName]: name,
  [FIELDS.email]: email,
  [FIELDS.password]: password,
});

export const submitRegistration = (page: Page, person: Person) =>
  sendForm(page, REGISTER.submit, registration(person));

export const submitLogin = (page: Page, { email, password }: Pick<Person, 'email' | 'password'>) =>
  sendForm(page, LOGIN.submit, { [FIELDS.email]: email, [FIELDS.password]: password });

export async function register(page: Page, origin: string, person: Person): Promise<void> {
  await page.goto(`${origin}/register`);
  await submitRegistration(page, person);
  await page.waitForURL(`${origin}/login`);
}

export async function logIn(page: Page, origin: string, person: Person): Promise<void> {
  if (page.url() !== `${origin}/login`) await page.goto(`${origin}/login`);
  await submitLogin(page, person);
  await page.waitForURL(`${origin}/subscribe`);
}

/** Opens a page for someone who logged in before: the browser has kept the session. */
export async function openSignedIn(
  page: Page,
  origin: string,
  person: Person,
  path: string = SITE_PATHS.pricing,
): Promise<void> {
  const visitor = await signInVisitor(origin, person);
  const session = visitor.user.toJSON() as { readonly apiKey: string };
  await visitor.leave();
  const item = [`firebase:authUser:${session.apiKey}:[DEFAULT]`, JSON.stringify(session)];
  // A file of the site without scripts.
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(`localStorage.setItem(...${JSON.stringify(item)})`);
  await page.goto(`${origin}${path}`);
}

/** The page's clock must be installed. */
export async function logInWithoutDelay(
  page: Page,
  person: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await submitLogin(page, person);
  await seesToast(page, LOGIN.succeeded);
  await page.clock.fastForward(3000);
}

/** Opens the pricing page without waiting for the redirect. */
export async function logInAtOnce(page: Page, origin: string, person: Person): Promise<void> {
  await page.goto(`${origin}/login`);
  await submitLogin(page, person);
  await seesToast(page, LOGIN.succeeded);
  await page.goto(`${origin}/subscribe`);
}

export const planCard = (page: Page, title: string) => page.getByRole('article', { name: title });

export async function book(page: Page, title: string): Promise<void> {
  const button = planCard(page, title).getByRole('button', { name: PRICING.book });
  await button.click();
  await page.waitForURL('**/c/pay/**');
}

export async function payWith(page: Page, card: string): Promise<void> {
  await fillIn(page, {
    'Card number': card,
    Expiry: '12 / 34',
    CVC: '123',
    'Name on card': 'Ada Okafor',
    'Postal code': '94107',
  });
  await page.getByRole('button', { name: 'Subscribe' }).click();
}

export async function proceed(page: Page, origin: string): Promise<void> {
  await page.waitForURL(`${origin}/success**`);
  await page.getByRole('button', { name: SUCCESS.action }).click();
  await page.waitForURL(`${origin}/subscribe`);
}

export async function openAccountControls(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: PRICING.menu });
  if (await menu.isVisible()) await menu.click();
}

/** On any screen width. */
export async function untilSignedIn(page: Page): Promise<void> {
  const logout = page.getByRole('button', { name: PRICING.logout, includeHidden: true });
  await logout.first().waitFor({ state: 'attached' });
}

export async function logOut(page: Page): Promise<void> {
  await openAccountControls(page);
  await page.getByRole('button', { name: PRICING.logout }).click();
  await seesToast(page, MESSAGES.loggedOut);
}

export const widgetFrame = (page: Page): FrameLocator => page.frameLocator('iframe');

export async function bookCall(page: Page, { name, email }: Person): Promise<void> {
  const widget = widgetFrame(page);
  await widget.getByRole('grid').locator('button[aria-disabled="false"]').first().click();
  await widget.getByRole('list', { name: /./ }).getByRole('button').first().click();
  await widget.getByRole('button', { name: 'Next', exact: true }).click();
  await widget.getByLabel('Name', { exact: true }).fill(name);
  await widget.getByLabel('Email', { exact: true }).fill(email);
  await widget.getByRole('button', { name: 'Schedule event' }).click();
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
}

const region = (page: Page, name: string) => page.getByRole('region', { name });

/** Expects the account page. */
export async function expectPopularPaid(page: Page): Promise<void> {
  await region(page, PLAN.title)
    .getByText(`${fullPrice(NEXT)}, `)
    .waitFor();
  await region(page, RECEIPTS.title)
    .getByText(`${fullPrice(NEXT)}, ${RECEIPTS.status.paid}`)
    .waitFor();
}

/** Opens one of the account page's forms. */
export async function unfold(page: Page, form: 'name' | 'email' | 'password' | 'deletion'): Promise<Locator> {
  const details = page.locator('details').filter({ has: page.locator(`form[name=${form}]`) });
  await details.locator('summary').click();
  return details.locator('form');
}

/** Expects the account page. */
export async function changeName(page: Page, name: string): Promise<void> {
  await unfold(page, 'name');
  await fillIn(page, { Name: name });
  await page.getByLabel(PROFILE.name, { exact: true }).press('Enter');
  await seesToast(page, PROFILE.nameSaved);
}

/** Starts and ends on the account page. The mailed link is followed in the other page. */
export async function confirmAddress(page: Page, other: Page, link: () => Promise<string>): Promise<void> {
  await page.getByText(`(${PROFILE.unverified})`).waitFor();
  await page.getByRole('button', { name: PROFILE.sendAgain }).click();
  await seesToast(page, PROFILE.sent);
  await other.goto(await link());
  await other.getByText(ACCOUNT_ACTION.done.verifyEmail).waitFor();
  await page.bringToFront();
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.getByText(`(${PROFILE.verified})`).waitFor();
}

export async function cancelInPortal(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Cancel plan' }).click();
  await page.getByRole('button', { name: 'Cancel at period end' }).click();
  await page.getByText('Your plan ends on').waitFor();
}

/** Starts and ends on the account page. */
export async function changeToIcebreaker(page: Page, origin: string, portal: string): Promise<void> {
  await region(page, PLAN.title)
    .getByRole('button', { name: `${PLAN.change} ${LAST.title}` })
    .press('Enter');
  await page.waitForURL(portal);
  await page.getByRole('button', { name: /confirm/i }).click();
  await page.waitForURL(`${origin}/account`);
  await region(page, PLAN.title).getByRole('definition').filter({ hasText: LAST.title }).waitFor();
}
