import { FIELDS, LOGIN, REGISTER } from '../../../web/src/content/account.ts';
import { BOOK_CALL } from '../../../web/src/content/navigation.ts';
import { PRICING } from '../../../web/src/content/pricing.ts';
import { SUCCESS } from '../../../web/src/content/success.ts';
import { CARDS, type Person } from '../people.ts';
import type { RemotePage } from '../webdriver/remote-page.ts';

const cardPath = (title: string) => `//article[.//h2[normalize-space()="${title}"]]`;

export async function bookCall(page: RemotePage, origin: string, { name, email }: Person): Promise<void> {
  await page.open(origin);
  await page.click(`//main//a[normalize-space()="${BOOK_CALL.label}"]`);
  await page.isAt(`${origin}/booking-page`);
  await page.inFrame(async () => {
    await page.click('//*[@role="grid"]//button[@aria-disabled="false"]');
    await page.click('//*[@id="time-list"]//button');
    await page.press('Next');
    await page.submit('Schedule event', { Name: name, Email: email });
    await page.says('You are scheduled');
  });
}

/** Ends on the login page. */
export async function register(page: RemotePage, origin: string, person: Person): Promise<void> {
  const { name, email, password } = person;
  await page.open(`${origin}/register`);
  await page.submit(REGISTER.submit, {
    [FIELDS.userName]: name,
    [FIELDS.email]: email,
    [FIELDS.password]: password,
  });
  await page.says(REGISTER.succeeded);
  await page.isAt(`${origin}/login`);
}

/** Begins on the login page. */
export async function logIn(page: RemotePage, origin: string, { email, password }: Person): Promise<void> {
  await page.submit(LOGIN.submit, { [FIELDS.email]: email, [FIELDS.password]: password });
  await page.isAt(`${origin}/subscribe`);
}

export interface Purchase {
  readonly origin: string;
  /** URL prefix of the hosted checkout. */
  readonly checkout: string;
  /** Cardholder name. */
  readonly name: string;
  readonly card?: string;
}

/** Buys a plan, starting and ending on the pricing page. */
export async function buy(
  page: RemotePage,
  title: string,
  { origin, checkout, name, card = CARDS.pays }: Purchase,
): Promise<void> {
  await page.click(`${cardPath(title)}//button[normalize-space()="${PRICING.book}" and not(@disabled)]`);
  await page.isAt(checkout);
  await page.submit('Subscribe', {
    'Card number': card,
    Expiry: '12 / 34',
    CVC: '123',
    'Name on card': name,
    'Postal code': '94107',
  });
  if (card === CARDS.asksForAuthentication) await page.press('Complete');
  await page.isAt(`${origin}/success`);
  await page.press(SUCCESS.action);
  await page.isAt(`${origin}/subscribe`);
  await isSubscribed(page, title);
}

const isSubscribed = (page: RemotePage, title: string) =>
  page.shown(`${cardPath(title)}//button[normalize-space()="${PRICING.subscribed}" and @disabled]`);
