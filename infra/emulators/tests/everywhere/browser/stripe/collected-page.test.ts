import type { Page } from 'playwright-core';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../support/accessibility.ts';
import { SMALLEST } from '../../../support/browser.ts';
import { CARD, chooseCard, subscribe } from '../../../support/stripe/card-form.ts';
import { expectDark } from '../../../support/stripe/dark-page.ts';
import { hostedWorld } from '../../../support/stripe/hosted-world.ts';

const labelled = (custom: string) => ({ custom, type: 'custom' }) as const;

const ALL_ASKED = {
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
} satisfies Partial<Stripe.Checkout.SessionCreateParams>;

const ANSWERED = {
  status: 'complete',
  consent: { promotions: 'opt_in', terms_of_service: 'accepted' },
  custom_fields: [{ text: { value: 'For Bob' } }, { numeric: { value: null } }, { dropdown: { value: 'm' } }],
  customer_details: { phone: '+14155552671' },
};

describe('the form of additional fields on a checkout page', () => {
  const hosted = hostedWorld();
  const { stripe, browser } = hosted;

  async function visit(viewport?: Parameters<typeof browser.arrive>[1]) {
    const session = await hosted.createSession(ALL_ASKED);
    const visitor = await browser.arrive(hosted.site().origin, viewport);
    const page = await visitor.openTab();
    await page.goto(session.url);
    return { page, ...session };
  }

  async function describedError(page: Page, label: string): Promise<string | null> {
    const id = await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby');
    return page.locator(`[id="${id}"]`).textContent();
  }

  it('is validated, focuses the first field that is wrong and is stored', async () => {
    const { page, id } = await visit();
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
    await subscribe(page);
    await page.waitForURL(`**/success?session=${id}`);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject(ANSWERED);
  });

  it('works with the keyboard only on the smallest phone, and passes the accessibility rules in dark mode', async () => {
    const { page, id, customer } = await visit(SMALLEST);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectDark(page);
    await page.getByRole('button', { name: 'Subscribe' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.locator(':focus').getAttribute('name')).toBe('card_number');
    expect(await accessibilityViolations(page)).toEqual([]);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
    await page.keyboard.type('4242424242424242');
    for (const text of ['1234', '123', 'Ada', '94107', '415 555 2671', 'For Bob', '', 'Medium', ' ', ' ']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/success?session=${id}`);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject(ANSWERED);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ phone: '+14155552671' });
  });

  const post = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const answers = {
    phone: '(415) 555-2671',
    custom_engraving: 'For Bob',
    custom_size: 'm',
    promotions: 'on',
    terms_of_service: 'on',
  };

  it('is validated without JavaScript too, keeping what was entered', async () => {
    const { id, url } = await hosted.createSession(ALL_ASKED);
    const { terms_of_service: _, ...unticked } = answers;
    const page = await (await post(url, { ...CARD, ...unticked, custom_engraving: '"><b>' })).text();
    expect(page).toContain('Accept the terms of service to continue.');
    expect(page).toMatch(/name="custom_engraving"[^>]*value="&quot;&gt;&lt;b&gt;"/);
    expect(page).toMatch(/<option value="m" selected>/);
    expect(page).toMatch(/name="email"[^>]*value="ada@example.com"/);
    await post(url, { ...CARD, ...answers });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject(ANSWERED);
  });
});
