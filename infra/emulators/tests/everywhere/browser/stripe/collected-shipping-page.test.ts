import type { Page } from 'playwright-core';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../support/accessibility.ts';
import { SMALLEST } from '../../../support/browser.ts';
import { CARD, chooseCard, subscribe } from '../../../support/stripe/card-form.ts';
import { expectDark } from '../../../support/stripe/dark-page.ts';
import { hostedWorld } from '../../../support/stripe/hosted-world.ts';

const ASKED = {
  custom_text: { shipping_address: { message: 'We send on Mondays.' } },
  name_collection: { business: { enabled: true, optional: true } },
  shipping_address_collection: { allowed_countries: ['DE', 'FR', 'US'] },
} satisfies Partial<Stripe.Checkout.SessionCreateParams>;

const SENT = {
  name: 'Ada Okafor',
  address: {
    country: 'DE',
    line1: 'Torstraße 1',
    line2: null,
    city: 'Berlin',
    postal_code: '10119',
    state: null,
  },
};

describe('the shipping address on a checkout page', () => {
  const hosted = hostedWorld();
  const { stripe, emulator, browser } = hosted;

  async function visit(
    changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
    viewport?: Parameters<typeof browser.arrive>[1],
  ) {
    const session = await hosted.createSession({ ...ASKED, ...changes });
    const page = await (await browser.arrive(hosted.site().origin, viewport)).openTab();
    await page.goto(session.url);
    return { page, shipping: page.getByRole('group', { name: 'Shipping address' }), ...session };
  }

  async function fillIn(shipping: ReturnType<Page['getByRole']>): Promise<void> {
    await shipping.getByLabel('Full name').fill('Ada Okafor');
    await shipping.getByLabel('Country or region').selectOption('Germany');
    await shipping.getByLabel('Address', { exact: true }).fill('Torstraße 1');
    await shipping.getByLabel('City').fill('Berlin');
    await shipping.getByLabel('Postal code').fill('10119');
  }

  it('is stored, in one of the countries that the session allows', async () => {
    const { page, shipping, id } = await visit();
    await chooseCard(page, /^4242/);
    await shipping.getByText('We send on Mondays.').waitFor();
    const countries = await shipping.getByLabel('Country or region').locator('option').allTextContents();
    expect(countries).toEqual(['Select…', 'France', 'Germany', 'United States']);
    await page.getByLabel('Business name (optional)').fill('Acme GmbH');
    await fillIn(shipping);
    await subscribe(page);
    await page.waitForURL(`**/success?session=${id}`);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      collected_information: { business_name: 'Acme GmbH', individual_name: null, shipping_details: SENT },
    });
  });

  it('fits the smallest phone in dark mode and passes the accessibility rules', async () => {
    const { page } = await visit({ billing_address_collection: 'required' }, SMALLEST);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectDark(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it('updates the tax before payment', async () => {
    await emulator.seed({ taxRegistrations: [{ country: 'DE' }] });
    const { page, shipping, id } = await visit({
      automatic_tax: { enabled: true },
      customer_update: { shipping: 'auto' },
    });
    await chooseCard(page, /^4242/);
    const summary = page.getByRole('region', { name: /^Subscribe to/ });
    await fillIn(shipping);
    await summary.getByText('VAT (19%)').waitFor();
    await shipping.getByLabel('Country or region').selectOption('France');
    await summary.getByText('VAT (19%)').waitFor({ state: 'detached' });
    await shipping.getByLabel('Country or region').selectOption('Germany');
    await summary.getByText('VAT (19%)').waitFor();
    await subscribe(page);
    await page.waitForURL(`**/success?session=${id}`);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ amount_total: 119_000 });
  });

  it('is collected without JavaScript too, and the total is shown before payment', async () => {
    await emulator.seed({ taxRegistrations: [{ country: 'DE' }] });
    const { id, url } = await hosted.createSession({
      ...ASKED,
      automatic_tax: { enabled: true },
      customer_update: { shipping: 'auto' },
    });
    const answers = {
      shipping_name: 'Ada Okafor',
      shipping_country: 'DE',
      shipping_line1: 'Torstraße 1',
      shipping_city: 'Berlin',
      shipping_postal_code: '10119',
    };
    const post = () =>
      fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ ...CARD, ...answers }),
        redirect: 'manual',
      });
    const again = await (await post()).text();
    expect(again).toContain('The address has changed the total. Check it, then pay.');
    expect(again).toMatch(/name="shipping_line1"[^>]*value="Torstraße 1"/);
    await post();
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      amount_total: 119_000,
      collected_information: { shipping_details: SENT },
    });
  });
});

describe('the shipping method on a checkout page', () => {
  const hosted = hostedWorld();
  const { stripe, browser } = hosted;
  const option = (name: string, amount: number) => ({
    shipping_rate_data: {
      display_name: name,
      type: 'fixed_amount' as const,
      fixed_amount: { amount, currency: 'usd' },
      delivery_estimate: {
        minimum: { unit: 'business_day' as const, value: 1 },
        maximum: { unit: 'business_day' as const, value: 2 },
      },
    },
  });
  const BOOK = { currency: 'usd', unit_amount: 5000, product_data: { name: 'Book' } };
  const create = () =>
    hosted.createSession({
      mode: 'payment',
      line_items: [{ price_data: BOOK, quantity: 1 }],
      shipping_options: [option('Standard', 0), option('Express', 1500)],
    });

  it('updates the total when it is selected', async () => {
    const { id, url } = await create();
    const page = await (await browser.arrive(hosted.site().origin)).openTab();
    await page.goto(url);
    await chooseCard(page, /^4242/);
    const summary = page.getByRole('region', { name: /^Pay for/ });
    await page.getByLabel('Shipping method').selectOption({ label: 'Express (1–2 business days), $15.00' });
    await summary.getByText('$15.00').waitFor();
    await page.getByRole('button', { name: 'Pay $65.00' }).click();
    await page.waitForURL(`**/success?session=${id}`);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ amount_total: 6500 });
  });
});
