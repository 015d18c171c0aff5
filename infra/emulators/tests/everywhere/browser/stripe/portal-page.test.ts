import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../support/accessibility.ts';
import { DESKTOP, SMALLEST } from '../../../support/browser.ts';
import { chooseCard } from '../../../support/stripe/card-form.ts';
import { subscribe } from '../../../support/stripe/checkout.ts';
import { expectDark } from '../../../support/stripe/dark-page.ts';
import { horizontalOverflow } from '../../../support/stripe/horizontal-overflow.ts';
import { hostedWorld } from '../../../support/stripe/hosted-world.ts';
import { cancelsAtOnce, switchable } from '../../../support/stripe/portal.ts';

describe('the billing portal', { timeout: 60_000 }, () => {
  const hosted = hostedWorld();
  const { stripe, emulator, world, open } = hosted;
  const returnUrl = () => `${hosted.site().origin}/subscribe`;

  async function visit(card = 'visa', viewport = DESKTOP) {
    const bought = await subscribe(world, { card });
    const { url } = await stripe.billingPortal.sessions.create({
      customer: bought.customer,
      return_url: returnUrl(),
    });
    return { page: await open(url, viewport), url, ...bought };
  }

  async function expectAccessible(page: Page): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      if (colorScheme === 'dark') await expectDark(page);
      expect(await accessibilityViolations(page)).toEqual([]);
    }
  }

  const readStatus = async (id: string) => (await stripe.subscriptions.retrieve(id)).status;

  it('shows the plan, its renewal, the card and the invoices', async () => {
    const { page } = await visit();
    const text = await page.getByRole('main').textContent();
    for (const part of [
      /Popular plan/,
      /\$1,000\.00 per month/,
      /Renews on/,
      /Visa ending in 4242/,
      /Paid/,
    ]) {
      expect(text).toMatch(part);
    }
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to the site' }).click();
    await page.waitForURL('**/subscribe');
  });

  it('shows whole invoices on the smallest phone', async () => {
    const { page } = await visit('visa', SMALLEST);
    const frame = page.getByLabel('Invoices');
    expect(await horizontalOverflow(frame)).toBe(0);
    expect(await frame.getByRole('cell').allInnerTexts()).toHaveLength(4);
  });

  it('cancels at the end of the period, and can undo that', async () => {
    const { page, subscription } = await visit();
    await page.getByRole('link', { name: 'Cancel plan' }).click();
    await page.getByRole('button', { name: 'Cancel at period end' }).click();
    await page.getByText('Your plan ends on').waitFor();
    const ending = await stripe.subscriptions.retrieve(subscription);
    expect(ending).toMatchObject({
      cancel_at: ending.items.data[0]?.current_period_end,
      cancel_at_period_end: false,
    });
    await page.getByRole('button', { name: 'Keep my plan' }).click();
    await page.getByText('Renews on').waitFor();
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({
      cancel_at: null,
      cancel_at_period_end: false,
    });
  });

  it('cancels immediately if the configuration says so, which leaves nothing to cancel', async () => {
    await cancelsAtOnce(stripe);
    const { page, subscription, url } = await visit();
    await page.getByRole('link', { name: 'Cancel plan' }).click();
    const question = page.url();
    await page.getByRole('button', { name: 'Cancel now' }).click();
    await page.getByRole('heading', { name: 'No current plan' }).waitFor();
    expect(await readStatus(subscription)).toBe('canceled');
    await page.goto(question);
    expect(page.url()).toBe(url);
  });

  it('changes the card, rejects a declined one and pays the open invoice', async () => {
    const { page, subscription } = await visit('fails_on_renewal');
    await emulator.advanceTime({ months: 1, seconds: 1 });
    expect(await readStatus(subscription)).toBe('past_due');
    const { customer } = await stripe.subscriptions.retrieve(subscription);
    const { url } = await stripe.billingPortal.sessions.create({ customer: String(customer) });
    await page.goto(url);
    await page.getByText('The last payment failed').waitFor();
    await page.getByRole('link', { name: 'Change card' }).click();
    await chooseCard(page, /^4000 0000 0000 9995/);
    await page.getByRole('button', { name: 'Save card' }).click();
    await page.getByRole('alert').filter({ hasText: 'insufficient funds' }).waitFor();
    await chooseCard(page, /^5555/);
    await page.getByRole('button', { name: 'Save card' }).click();
    await page.getByText('Mastercard ending in 4444').waitFor();
    expect(await readStatus(subscription)).toBe('active');
    expect((await stripe.invoices.list({ subscription, status: 'open' })).data).toEqual([]);
  });

  it('switches the plan with the keyboard, on pages that are accessible in both color schemes', async () => {
    const { id: configuration } = await switchable(stripe);
    const { subscription, customer } = await subscribe(world);
    const { url } = await stripe.billingPortal.sessions.create({ customer, configuration });
    const page = await open(url);
    await page.getByRole('link', { name: 'Change plan' }).click();
    await expectAccessible(page);
    await page.getByRole('radio', { name: /current plan/ }).focus();
    await page.keyboard.press('ArrowDown');
    const chosen = await page.getByRole('radio', { checked: true }).getAttribute('value');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Confirm your new plan' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Your subscription' }).waitFor();
    const { items } = await stripe.subscriptions.retrieve(subscription);
    expect(items.data[0]?.price.id).toBe(chosen);
    expect(chosen).not.toBe('price_promonthly');
  });

  it('tells a customer without purchases so, and links back', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl() });
    const page = await open(url);
    await page.getByText('You have no subscription.', { exact: true }).waitFor();
    await page.getByText('There are no invoices yet.', { exact: true }).waitFor();
    expect(await page.getByText('Payment method').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to the site' }).click();
    await page.waitForURL('**/subscribe');
  });

  it('expires after an hour', async () => {
    const { page, url } = await visit();
    await emulator.advanceTime({ seconds: 3601 });
    await page.goto(url);
    await page.getByRole('heading', { name: 'This page has expired' }).waitFor();
  });
});
