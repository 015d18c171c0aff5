import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../support/accessibility.ts';
import { PHONE, SMALLEST, type Viewport } from '../../../support/browser.ts';
import { chooseCard, subscribe, typeCard } from '../../../support/stripe/card-form.ts';
import { expectDark } from '../../../support/stripe/dark-page.ts';
import { horizontalOverflow } from '../../../support/stripe/horizontal-overflow.ts';
import { hostedWorld } from '../../../support/stripe/hosted-world.ts';

const BRANDS = [
  ['4242424242424242', '4242 4242 4242 4242', 'Visa'],
  ['5555555555554444', '5555 5555 5555 4444', 'Mastercard'],
  ['4000056655665556', '4000 0566 5566 5556', 'Visa'],
  ['378282246310005', '3782 822463 10005', 'American Express'],
  ['4000000000000341', '4000 0000 0000 0341', 'Visa'],
  ['6011111111111117', '6011 1111 1111 1117', 'Discover'],
] as const;

/** Consecutive messages differ, so that the previous one is not mistaken for the next. */
const DECLINES = [
  ['4000000000000002', 'Card number', 'Your card was declined.'],
  ['4000000000009995', 'Card number', 'Your card has insufficient funds.'],
  ['4000000000009987', 'Card number', 'Your card was declined.'],
  ['4000000000000069', 'Expiry', 'Your card has expired.'],
  ['4000000000009979', 'Card number', 'Your card was declined.'],
  ['4000000000000127', 'CVC', "Your card's security code is incorrect."],
  [
    '4000000000000119',
    'Card number',
    'An error occurred while processing your card. Try again in a little bit.',
  ],
] as const;

describe('the checkout page', () => {
  const hosted = hostedWorld();
  const { stripe, emulator } = hosted;

  async function visit(changes?: Parameters<typeof hosted.createSession>[0], viewport?: Viewport) {
    const session = await hosted.createSession(changes);
    return { page: await hosted.open(session.url, viewport), ...session };
  }

  const retrieve = (id: string) => stripe.checkout.sessions.retrieve(id);

  it('shows the product, the price and that no real card is charged', async () => {
    const { page } = await visit();
    await page.getByRole('heading', { name: 'Subscribe to Popular plan' }).waitFor();
    expect(await page.getByRole('main').textContent()).toMatch(/\$1,000\.00\s+per month/);
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    await page.getByText('Emulated — no real card is charged').waitFor();
  });

  it('says whose it is, which country it assumes and, for a trial, what is free', async () => {
    const { page } = await visit({ subscription_data: { trial_period_days: 14 } });
    await page.getByRole('heading', { name: 'Try Popular plan' }).waitFor();
    const text = (await page.getByRole('main').textContent()) ?? '';
    for (const part of ['Emulated account', '14 days free', 'United States', 'Powered by stripe'])
      expect(text).toContain(part);
    expect(text).not.toMatch(/\$0\.00\s+per month/);
  });

  it('formats a card number while it is typed and names its brand', async () => {
    const { page } = await visit();
    const number = page.getByLabel('Card number');
    for (const [typed, shown, brand] of BRANDS) {
      await number.fill('');
      await number.pressSequentially(typed);
      expect(await number.inputValue()).toBe(shown);
      await page.getByText(brand, { exact: true }).waitFor();
    }
    await page.getByLabel('Expiry').pressSequentially('1234');
    expect(await page.getByLabel('Expiry').inputValue()).toBe('12 / 34');
  });

  it.each(['4242424242424242', '378282246310005'])(
    'shows every digit of %s on the smallest phone',
    async (number) => {
      const { page } = await visit(undefined, SMALLEST);
      await typeCard(page, number);
      expect(await horizontalOverflow(page.getByLabel('Card number'))).toBe(0);
      await subscribe(page);
      await page.waitForURL('**/success**');
    },
  );

  it('shows the reason for a decline at its field, and accepts another card', async () => {
    const { page, id } = await visit();
    await typeCard(page, '4000000000000002');
    for (const [number, field, message] of DECLINES) {
      await page.getByLabel('Card number').fill(number);
      await subscribe(page);
      await page.getByRole('alert').filter({ hasText: message }).waitFor();
      expect(await page.getByLabel(field).getAttribute('aria-invalid'), number).toBe('true');
      expect(await page.locator('[aria-invalid]').count(), number).toBe(1);
      expect(await retrieve(id), number).toMatchObject({ status: 'open' });
    }
    await chooseCard(page, /^4242/);
    await subscribe(page);
    await page.waitForURL('**/success?**');
  });

  it('leaves space between a decline message and the next label', async () => {
    const { page } = await visit(undefined, PHONE);
    await chooseCard(page, /^4000 0000 0000 0119/);
    await subscribe(page);
    const reason = page.getByRole('alert').filter({ hasText: 'An error occurred' });
    await reason.waitFor();
    const [above, below] = await Promise.all([reason.boundingBox(), page.getByText('Expiry').boundingBox()]);
    if (!above || !below) throw new Error('the form is not shown');
    expect(below.y - above.y - above.height).toBeGreaterThanOrEqual(12);
  });

  it('is dark and legible if the visitor prefers a dark color scheme', async () => {
    const { page, id } = await visit();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectDark(page);
    await typeCard(page, '4000000000000002');
    await subscribe(page);
    await page.getByRole('alert').filter({ hasText: 'declined' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await stripe.checkout.sessions.expire(id);
    await page.reload();
    await expectDark(page);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('links back to the cancel URL', async () => {
    const { page } = await visit();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL('**/cancel');
  });

  it('says that the session is complete or has expired', async () => {
    const complete = await hosted.createSession();
    await emulator.pay(complete.id, { card: 'visa' });
    const page = await hosted.open(complete.url);
    await page.getByRole('heading', { name: 'You have already paid' }).waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL(`**/success?session=${complete.id}`);
    const expired = await hosted.createSession();
    await stripe.checkout.sessions.expire(expired.id);
    await page.goto(expired.url);
    await page.getByRole('heading', { name: 'This page has expired' }).waitFor();
    expect(await page.getByLabel('Card number').count()).toBe(0);
  });

  it('says that the session expired while the card was typed', async () => {
    const { page, id } = await visit();
    await chooseCard(page, /^4242/);
    await stripe.checkout.sessions.expire(id);
    await subscribe(page);
    await page.getByRole('heading', { name: 'This page has expired' }).waitFor();
    expect((await emulator.state()).subscriptions).toEqual([]);
  });

  it('makes one payment from two clicks and two tabs', async () => {
    const { page, id, url } = await visit();
    const other = await page.context().newPage();
    await other.goto(url);
    for (const tab of [page, other]) await chooseCard(tab, /^4242/);
    await emulator.addFault({
      kind: 'slow',
      method: 'POST',
      path: `/emulated/stripe/c/pay/${id}`,
      delayMs: 300,
    });
    const button = page.getByRole('button', { name: 'Subscribe' });
    await button.dblclick();
    await page.getByRole('status').filter({ hasText: 'Processing your payment' }).waitFor();
    expect(await button.isDisabled()).toBe(true);
    await subscribe(other);
    await Promise.all([page.waitForURL('**/success?**'), other.waitForURL('**/success?**')]);
    const { subscriptions, paymentMethods } = await emulator.state();
    expect([subscriptions.length, paymentMethods.length]).toEqual([1, 1]);
    expect(await emulator.counters()).toMatchObject({ 'POST /emulated/stripe/c/pay/:id 200': 2 });
  });

  it('rejects a card that is not a test card without sending it', async () => {
    const { page, id } = await visit();
    await typeCard(page, '4539578763621486');
    await subscribe(page);
    await page.getByRole('alert').filter({ hasText: 'Please do not enter a real card' }).waitFor();
    expect(hosted.site().posted.join('')).not.toContain('453957');
    expect(await retrieve(id)).toMatchObject({ status: 'open' });
  });

  it('validates every field and focuses the first invalid one', async () => {
    const { page } = await visit();
    await page.getByLabel('Email').fill('');
    await page.getByLabel('Card number').pressSequentially('4242424242424241');
    await page.getByLabel('Expiry').pressSequentially('0120');
    await subscribe(page);
    const alerts = await page.getByRole('alert').allInnerTexts();
    expect(alerts.filter((text) => text !== '')).toEqual([
      'Enter your e-mail address.',
      'Your card number is invalid.',
      'The expiry date is in the past.',
      'Enter the security code.',
      'Enter the name on the card.',
      'Enter the postal code.',
    ]);
    expect(await page.locator(':focus').getAttribute('name')).toBe('email');
  });

  it('lets digits be corrected in the middle of a number', async () => {
    const { page } = await visit();
    const number = page.getByLabel('Card number');
    await number.pressSequentially('424242424242424');
    await number.press('Home');
    for (let step = 0; step < 6; step += 1) await number.press('ArrowRight');
    await number.press('Backspace');
    await number.pressSequentially('9');
    expect(await number.inputValue()).toBe('4242 9242 4242 424');
  });

  it('works with the keyboard only', async () => {
    const { page, id } = await visit();
    await page.getByLabel('Email').focus();
    for (const text of ['4242424242424242', '1234', '123', 'Ada', 'United States', '94107']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/success?session=${id}`);
  });

  it('fits a phone and passes the accessibility rules', async () => {
    const { page } = await visit(undefined, PHONE);
    expect(await horizontalOverflow(page.locator('html'))).toBeLessThanOrEqual(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await chooseCard(page, /^4000 0025 0000 3155/);
    await subscribe(page);
    await page.getByRole('button', { name: 'Complete' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
