import type { Page } from 'playwright-core';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { SMALLEST, type Viewport } from '../../../support/browser.ts';
import { CARD, chooseCard, subscribe } from '../../../support/stripe/card-form.ts';
import { expectLegibleInDark } from '../../../support/stripe/dark-page.ts';
import { hostedWorld } from '../../../support/stripe/hosted-world.ts';

type Asked = Partial<Stripe.Checkout.SessionCreateParams>;

const hosted = hostedWorld();
const { stripe, emulator } = hosted;

async function visit(asked: Asked, viewport?: Viewport) {
  const session = await hosted.createSession(asked);
  const page = await hosted.open(session.url, viewport);
  return { page, shipping: page.getByRole('group', { name: 'Shipping address' }), ...session };
}

async function payFor({ page, id }: { page: Page; id: string }) {
  await subscribe(page);
  await page.waitForURL(`**/success?session=${id}`);
  return stripe.checkout.sessions.retrieve(id);
}

/** Without JavaScript. */
const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ ...CARD, ...fields }), redirect: 'manual' });

const summaryOf = (page: Page) => page.getByRole('region', { name: /^(Subscribe to|Pay for)/ });
const registerForTax = () => emulator.seed({ taxRegistrations: [{ country: 'DE' }] });

const BILLING = {
  billing_address_collection: 'required',
  customer_update: { address: 'auto', name: 'auto' },
  tax_id_collection: { enabled: true },
} satisfies Asked;

describe('the billing form of a checkout page', () => {
  const KEPT = {
    status: 'complete',
    customer_details: {
      address: { country: 'DE', line1: 'Torstraße 1', line2: null, city: 'Berlin', state: null },
      business_name: 'Acme GmbH',
      tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
    },
  };

  async function fillInBusiness(page: Page): Promise<void> {
    await page.getByLabel('I’m purchasing as a business').check();
    await page.getByLabel('Business name').fill('Acme GmbH');
    await page.getByLabel('Tax ID', { exact: true }).fill('DE123456789');
  }

  async function fillIn(page: Page): Promise<void> {
    await page.getByLabel('Country or region').selectOption('Germany');
    await page.getByLabel('Address', { exact: true }).fill('Torstraße 1');
    await page.getByLabel('City').fill('Berlin');
    await fillInBusiness(page);
  }

  const errorAt = (page: Page, name: string) => page.locator(`[id="${name}-error"]`).textContent();
  const offeredTypes = (page: Page) =>
    page.getByLabel('Type of tax ID').locator('option[data-countries]:not([hidden])').allTextContents();

  it('is stored, with a tax ID type of the selected country', async () => {
    const { page, id, customer } = await visit(BILLING);
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
    expect(await payFor({ page, id })).toMatchObject(KEPT);
    const { data } = await stripe.customers.listTaxIds(customer);
    expect(data).toMatchObject(KEPT.customer_details.tax_ids);
  });

  it('is validated as a whole, with a message at each field', async () => {
    const { page, id } = await visit(BILLING);
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

  it('asks only for country and state if only the tax ID is collected', async () => {
    const { page } = await visit({ ...BILLING, billing_address_collection: 'auto' });
    expect(await page.getByLabel('Country or region').inputValue()).toBe('US');
    expect(await page.getByLabel('City').count()).toBe(0);
  });

  it('is validated without JavaScript too, keeping what was entered', async () => {
    const { id, url } = await hosted.createSession(BILLING);
    const answers = {
      country: 'DE',
      line1: 'Torstraße 1',
      city: 'Berlin',
      business: 'on',
      business_name: 'Acme GmbH',
      tax_id_type: 'eu_vat',
      tax_id: 'DE123456789',
    };
    const page = await (await post(url, { ...answers, tax_id: '"><b>' })).text();
    expect(page).toContain('Your tax ID is invalid.');
    expect(page).toMatch(/name="tax_id"[^>]*value="&quot;&gt;&lt;b&gt;"/);
    expect(page).toMatch(/<option value="DE" selected>/);
    expect(page).toMatch(/name="business"[^>]* checked/);
    await post(url, answers);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject(KEPT);
  });

  it('has the tax in the total before payment, which is zero for a business with reverse charge', async () => {
    await registerForTax();
    const { page, id } = await visit({
      ...BILLING,
      automatic_tax: { enabled: true },
      billing_address_collection: 'auto',
    });
    await chooseCard(page, /^4242/);
    const summary = summaryOf(page);
    expect(await summary.textContent()).not.toContain('VAT');
    await page.getByLabel('Country or region').selectOption('Germany');
    await summary.getByText('VAT (19%)').waitFor();
    expect(await summary.textContent()).toContain('$1,190.00');
    await fillInBusiness(page);
    await page.getByLabel('Tax ID', { exact: true }).blur();
    await summary.getByText('VAT (0%)').waitFor();
    expect(await payFor({ page, id })).toMatchObject({
      amount_total: 100_000,
      customer_details: { business_name: 'Acme GmbH' },
    });
  });
});

const SHIPPED = {
  custom_text: { shipping_address: { message: 'We send on Mondays.' } },
  name_collection: { business: { enabled: true, optional: true } },
  shipping_address_collection: { allowed_countries: ['DE', 'FR', 'US'] },
} satisfies Asked;

describe('the shipping address on a checkout page', () => {
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
  const TAXED = {
    ...SHIPPED,
    automatic_tax: { enabled: true },
    customer_update: { shipping: 'auto' },
  } as const;

  async function fillIn(shipping: ReturnType<Page['getByRole']>): Promise<void> {
    await shipping.getByLabel('Full name').fill('Ada Okafor');
    await shipping.getByLabel('Country or region').selectOption('Germany');
    await shipping.getByLabel('Address', { exact: true }).fill('Torstraße 1');
    await shipping.getByLabel('City').fill('Berlin');
    await shipping.getByLabel('Postal code').fill('10119');
  }

  it('is stored, in one of the countries that the session allows', async () => {
    const { page, shipping, id } = await visit(SHIPPED);
    await chooseCard(page, /^4242/);
    await shipping.getByText('We send on Mondays.').waitFor();
    const countries = await shipping.getByLabel('Country or region').locator('option').allTextContents();
    expect(countries).toEqual(['Select…', 'France', 'Germany', 'United States']);
    await page.getByLabel('Business name (optional)').fill('Acme GmbH');
    await fillIn(shipping);
    expect(await payFor({ page, id })).toMatchObject({
      collected_information: { business_name: 'Acme GmbH', individual_name: null, shipping_details: SENT },
    });
  });

  it('updates the tax before payment', async () => {
    await registerForTax();
    const { page, shipping, id } = await visit(TAXED);
    await chooseCard(page, /^4242/);
    const tax = summaryOf(page).getByText('VAT (19%)');
    await fillIn(shipping);
    await tax.waitFor();
    await shipping.getByLabel('Country or region').selectOption('France');
    await tax.waitFor({ state: 'detached' });
    await shipping.getByLabel('Country or region').selectOption('Germany');
    await tax.waitFor();
    expect(await payFor({ page, id })).toMatchObject({ amount_total: 119_000 });
  });

  it('is collected without JavaScript too, and the total is shown before payment', async () => {
    await registerForTax();
    const { id, url } = await hosted.createSession(TAXED);
    const answers = {
      shipping_name: 'Ada Okafor',
      shipping_country: 'DE',
      shipping_line1: 'Torstraße 1',
      shipping_city: 'Berlin',
      shipping_postal_code: '10119',
    };
    const again = await (await post(url, answers)).text();
    expect(again).toContain('The address has changed the total. Check it, then pay.');
    expect(again).toMatch(/name="shipping_line1"[^>]*value="Torstraße 1"/);
    await post(url, answers);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      amount_total: 119_000,
      collected_information: { shipping_details: SENT },
    });
  });

  it('has a shipping method, which updates the total when it is selected', async () => {
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
    const { page, id } = await visit({
      mode: 'payment',
      line_items: [
        { price_data: { currency: 'usd', unit_amount: 5000, product_data: { name: 'Book' } }, quantity: 1 },
      ],
      shipping_options: [option('Standard', 0), option('Express', 1500)],
    });
    await chooseCard(page, /^4242/);
    await page.getByLabel('Shipping method').selectOption({ label: 'Express (1–2 business days), $15.00' });
    await summaryOf(page).getByText('$15.00').waitFor();
    await page.getByRole('button', { name: 'Pay $65.00' }).click();
    await page.waitForURL(`**/success?session=${id}`);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ amount_total: 6500 });
  });
});

describe('the form of additional fields on a checkout page', () => {
  const labelled = (custom: string) => ({ custom, type: 'custom' }) as const;
  const ADDITIONAL = {
    phone_number_collection: { enabled: true },
    custom_fields: [
      {
        key: 'engraving',
        label: labelled('Engraving'),
        type: 'text',
        text: { default_value: 'For Ada', minimum_length: 3, maximum_length: 12 },
      },
      { key: 'seats', label: labelled('Seats'), type: 'numeric', optional: true },
      {
        key: 'size',
        label: labelled('Size'),
        type: 'dropdown',
        dropdown: {
          options: [
            { label: 'Small', value: 's' },
            { label: 'Medium', value: 'm' },
          ],
        },
      },
    ],
    consent_collection: { promotions: 'auto', terms_of_service: 'required' },
    custom_text: { terms_of_service_acceptance: { message: 'I have read the house rules' } },
  } satisfies Asked;
  const ANSWERED = {
    status: 'complete',
    consent: { promotions: 'opt_in', terms_of_service: 'accepted' },
    custom_fields: [
      { text: { value: 'For Bob' } },
      { numeric: { value: null } },
      { dropdown: { value: 'm' } },
    ],
    customer_details: { phone: '+14155552671' },
  };

  async function describedError(page: Page, label: string): Promise<string | null> {
    const id = await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby');
    return page.locator(`[id="${id}"]`).textContent();
  }

  it('is validated, focuses the first field that is wrong and is stored', async () => {
    const { page, id } = await visit(ADDITIONAL);
    expect(await page.getByLabel('Engraving').inputValue()).toBe('For Ada');
    await page.getByLabel('Engraving').fill('A');
    await page.getByLabel('Seats (optional)').fill('ten');
    await chooseCard(page, /^4242/);
    const sent = hosted.site().posted.length;
    await subscribe(page);
    expect(await page.locator(':focus').getAttribute('name')).toBe('phone');
    expect(await page.locator('[aria-invalid]').count()).toBe(5);
    for (const [label, message] of [
      ['Phone number', 'Enter your phone number.'],
      ['Engraving', 'Enter at least 3 characters.'],
      ['Seats (optional)', 'Enter digits only.'],
      ['Size', 'Select an option.'],
      ['I have read the house rules', 'Accept the terms of service to continue.'],
    ] as const) {
      expect(await describedError(page, label), label).toBe(message);
    }
    expect(hosted.site().posted).toHaveLength(sent);
    await page.getByLabel('Phone number').fill('(415) 555-2671');
    await page.getByLabel('Engraving').fill('For Bob');
    await page.getByLabel('Seats (optional)').fill('');
    await page.getByLabel('Size').selectOption('Medium');
    await page.getByLabel(/news and offers/).check();
    await page.getByLabel('I have read the house rules').check();
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    expect(await payFor({ page, id })).toMatchObject(ANSWERED);
  });

  it('works with the keyboard only on the smallest phone, and passes the accessibility rules in dark mode', async () => {
    const { page, id, customer } = await visit(ADDITIONAL, SMALLEST);
    await page.getByRole('button', { name: 'Subscribe' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.locator(':focus').getAttribute('name')).toBe('card_number');
    await expectLegibleInDark(page);
    await page.keyboard.type('4242424242424242');
    const typed = [
      '1234',
      '123',
      'Ada',
      'United States',
      '94107',
      '415 555 2671',
      'For Bob',
      '',
      'Medium',
      ' ',
      ' ',
    ];
    for (const text of typed) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/success?session=${id}`);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject(ANSWERED);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ phone: '+14155552671' });
  });

  it('is validated without JavaScript too, keeping what was entered', async () => {
    const { id, url } = await hosted.createSession(ADDITIONAL);
    const answers = {
      phone: '(415) 555-2671',
      custom_engraving: 'For Bob',
      custom_size: 'm',
      promotions: 'on',
    };
    const page = await (await post(url, { ...answers, custom_engraving: '"><b>' })).text();
    expect(page).toContain('Accept the terms of service to continue.');
    expect(page).toMatch(/name="custom_engraving"[^>]*value="&quot;&gt;&lt;b&gt;"/);
    expect(page).toMatch(/<option value="m" selected>/);
    expect(page).toMatch(/name="email"[^>]*value="ada@example.com"/);
    await post(url, { ...answers, terms_of_service: 'on' });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject(ANSWERED);
  });
});

describe('a checkout page that collects', () => {
  it('billing and shipping addresses fits the smallest phone and is accessible in dark mode', async () => {
    const { page } = await visit({ ...BILLING, ...SHIPPED }, SMALLEST);
    await page.getByLabel('I’m purchasing as a business').check();
    await expectLegibleInDark(page);
  });
});
