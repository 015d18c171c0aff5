import type { Page } from 'playwright-core';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../support/accessibility.ts';
import { SMALLEST } from '../../../support/browser.ts';
import { CARD, chooseCard, subscribe } from '../../../support/stripe/card-form.ts';
import { expectDark } from '../../../support/stripe/dark-page.ts';
import { hostedWorld } from '../../../support/stripe/hosted-world.ts';

const ALL_ASKED = {
  billing_address_collection: 'required',
  customer_update: { address: 'auto', name: 'auto' },
  tax_id_collection: { enabled: true },
} satisfies Partial<Stripe.Checkout.SessionCreateParams>;

const KEPT = {
  status: 'complete',
  customer_details: {
    address: { country: 'DE', line1: 'Torstraße 1', line2: null, city: 'Berlin', state: null },
    business_name: 'Acme GmbH',
    tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
  },
};

describe('the billing form of a checkout page', () => {
  const hosted = hostedWorld();
  const { stripe, browser } = hosted;

  async function visit(
    changes: Partial<Stripe.Checkout.SessionCreateParams> = ALL_ASKED,
    viewport?: Parameters<typeof browser.arrive>[1],
  ) {
    const session = await hosted.createSession(changes);
    const visitor = await browser.arrive(hosted.site().origin, viewport);
    const page = await visitor.openTab();
    await page.goto(session.url);
    return { page, ...session };
  }

  async function fillIn(page: Page): Promise<void> {
    await page.getByLabel('Country or region').selectOption('Germany');
    await page.getByLabel('Address', { exact: true }).fill('Torstraße 1');
    await page.getByLabel('City').fill('Berlin');
    await page.getByLabel('I’m purchasing as a business').check();
    await page.getByLabel('Business name').fill('Acme GmbH');
    await page.getByLabel('Tax ID', { exact: true }).fill('DE123456789');
  }

  const errorAt = (page: Page, name: string) => page.locator(`[id="${name}-error"]`).textContent();
  const offeredTypes = (page: Page) =>
    page.getByLabel('Type of tax ID').locator('option[data-countries]:not([hidden])').allTextContents();

  it('is stored, with a tax ID type of the selected country', async () => {
    const { page, id, customer } = await visit();
    await chooseCard(page, /^4242/);
    expect(await page.getByLabel('Business name').isVisible()).toBe(false);
    await page.getByLabel('I’m purchasing as a business').check();
    expect(await offeredTypes(page)).toEqual(['US EIN']);
    await page.getByLabel('Country or region').selectOption('Antarctica');
    expect(await page.getByLabel('Tax ID', { exact: true }).isVisible()).toBe(false);
    expect(await page.getByLabel('Business name').isVisible()).toBe(true);
    await fillIn(page);
    expect((await offeredTypes(page))[0]).toBe('EU VAT');
    expect(await page.getByLabel('Type of tax ID').inputValue()).toBe('eu_vat');
    await subscribe(page);
    await page.waitForURL(`**/success?session=${id}`);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject(KEPT);
    const { data } = await stripe.customers.listTaxIds(customer);
    expect(data).toMatchObject(KEPT.customer_details.tax_ids);
  });

  it('is validated as a whole, with a message at each field', async () => {
    const { page, id } = await visit();
    await chooseCard(page, /^4242/);
    await page.getByLabel('Address', { exact: true }).fill('1 Main Street');
    await page.getByLabel('City').fill('Austin');
    await page.getByLabel('I’m purchasing as a business').check();
    await subscribe(page);
    await page.waitForSelector('[aria-invalid]');
    expect(await page.locator(':focus').getAttribute('name')).toBe('state');
    expect(await errorAt(page, 'state')).toBe('Enter your state or province.');
    expect(await errorAt(page, 'business_name')).toBe('Enter the name of your business.');
    expect(await errorAt(page, 'tax_id')).toBe('Enter your tax ID.');
    await fillIn(page);
    await page.getByLabel('Tax ID', { exact: true }).fill('DE1');
    await subscribe(page);
    await expect.poll(() => errorAt(page, 'tax_id')).toBe('Your tax ID is invalid.');
    expect(await page.getByLabel('Tax ID', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open');
  });

  it('fits the smallest phone in dark mode and passes the accessibility rules', async () => {
    const { page } = await visit(ALL_ASKED, SMALLEST);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByLabel('I’m purchasing as a business').check();
    await expectDark(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it('asks only for country and state if only the tax ID is collected', async () => {
    const { page } = await visit({ ...ALL_ASKED, billing_address_collection: 'auto' });
    expect(await page.getByLabel('Country or region').inputValue()).toBe('US');
    expect(await page.getByLabel('City').count()).toBe(0);
  });

  const answers = {
    country: 'DE',
    line1: 'Torstraße 1',
    city: 'Berlin',
    business: 'on',
    business_name: 'Acme GmbH',
    tax_id_type: 'eu_vat',
    tax_id: 'DE123456789',
  };
  const post = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

  it('is validated without JavaScript too, keeping what was entered', async () => {
    const { id, url } = await hosted.createSession(ALL_ASKED);
    const page = await (await post(url, { ...CARD, ...answers, tax_id: '"><b>' })).text();
    expect(page).toContain('Your tax ID is invalid.');
    expect(page).toMatch(/name="tax_id"[^>]*value="&quot;&gt;&lt;b&gt;"/);
    expect(page).toMatch(/<option value="DE" selected>/);
    expect(page).toMatch(/name="business"[^>]* checked/);
    await post(url, { ...CARD, ...answers });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject(KEPT);
  });
});

describe('automatic tax on a checkout page', () => {
  const hosted = hostedWorld();
  const { stripe, emulator, browser } = hosted;
  const TAXED = {
    automatic_tax: { enabled: true },
    customer_update: { address: 'auto', name: 'auto' },
    tax_id_collection: { enabled: true },
  } satisfies Partial<Stripe.Checkout.SessionCreateParams>;

  const session = async () => {
    await emulator.seed({ taxRegistrations: [{ country: 'DE' }] });
    return hosted.createSession(TAXED);
  };

  it('is in the total before payment, and zero for a business with reverse charge', async () => {
    const { id, url } = await session();
    const page = await (await browser.arrive(hosted.site().origin)).openTab();
    await page.goto(url);
    await chooseCard(page, /^4242/);
    const summary = page.getByRole('region', { name: /^Subscribe to/ });
    expect(await summary.textContent()).not.toContain('VAT');
    await page.getByLabel('Country or region').selectOption('Germany');
    await summary.getByText('VAT (19%)').waitFor();
    expect(await summary.textContent()).toContain('$1,190.00');
    await page.getByLabel('I’m purchasing as a business').check();
    await page.getByLabel('Business name').fill('Acme GmbH');
    await page.getByLabel('Tax ID', { exact: true }).fill('DE123456789');
    await page.getByLabel('Tax ID', { exact: true }).blur();
    await summary.getByText('VAT (0%)').waitFor();
    await subscribe(page);
    await page.waitForURL(`**/success?session=${id}`);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      amount_total: 100_000,
      customer_details: { business_name: 'Acme GmbH' },
    });
  });
});
