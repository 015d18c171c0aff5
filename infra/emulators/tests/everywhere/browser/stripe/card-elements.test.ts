import type { FrameLocator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserFixture } from '../../../support/browser.ts';
import { startAppOnAnotherSite } from '../../../support/stripe/app-on-another-site.ts';
import { createWorld } from '../../../support/stripe/forms.ts';
import { suiteFixture } from '../../../support/suite-fixture.ts';

const APP = new URL('browser-scripts/card-elements-app.ts', import.meta.url);
const DECLINED = '4000000000000002';
const PAYS = '4242424242424242';
const AUTHENTICATES = '4000002500003155';

describe('an element that collects a card', () => {
  const { stripe, emulator } = createWorld();
  const browser = browserFixture();
  const app = suiteFixture(() => startAppOnAnotherSite(APP, () => `${emulator.url}/emulated/stripe`));

  async function open(does: string, asked: Record<string, string> = {}) {
    const visitor = await browser.arrive([app.origin, emulator.url]);
    // Chromium logs every failed request to the console, as it does for the real Stripe.js.
    visitor.expectErrors(/status of 40\d/);
    const page = await visitor.openTab();
    await page.goto(`${app.origin}/?${new URLSearchParams({ does, ...asked })}`);
    await says(page, 'ready');
    return page;
  }

  const says = (page: Page, text: string | RegExp) =>
    page.getByRole('status').filter({ hasText: text }).waitFor();
  const pay = (page: Page) => page.getByRole('button', { name: 'Pay' }).click();
  const elementFrame = (page: Page, part = 'card payment') =>
    page.frameLocator(`iframe[title="Secure ${part} input frame"]`);
  const answerBank = (page: Page) =>
    page.frameLocator('iframe[title="3D Secure"]').getByRole('button', { name: 'Complete' }).click();

  async function enter(frame: FrameLocator, number: string) {
    await frame.getByLabel('Card number').pressSequentially(number);
    await frame.getByLabel('Expiry').pressSequentially('1234');
    await frame.getByLabel('CVC').pressSequentially('123');
  }

  /** Presses the button and reads the id of the result. */
  async function readResult(page: Page, kind: RegExp): Promise<string> {
    await pay(page);
    await says(page, kind);
    return String((await page.getByRole('status').textContent())?.split(' ').at(-1));
  }

  async function createIntent(more: object = {}) {
    const { id: customer } = await stripe.customers.create();
    const made = await stripe.paymentIntents.create({
      amount: 2050,
      currency: 'eur',
      customer,
      ...more,
    });
    return { id: made.id, customer, intent: String(made.client_secret) };
  }

  const retrieve = (id: string) => stripe.paymentIntents.retrieve(id, { expand: ['payment_method'] });

  it('tells of each change: the error, the brand and the postal code, but never the number', async () => {
    const page = await open('token');
    const frame = elementFrame(page);
    await frame.getByLabel('Card number').pressSequentially('4242424242424241');
    await says(page, 'Your card number is invalid., visa, 94107');
    await frame.getByLabel('Card number').fill(PAYS);
    await frame.getByLabel('Expiry').pressSequentially('12');
    await frame.getByLabel('CVC').focus();
    await says(page, 'The expiry date is incomplete., visa, 94107');
    await frame.getByLabel('Expiry').fill('12 / 34');
    await frame.getByLabel('CVC').fill('123');
    await says(page, /^complete, visa, 94107$/);
    await page.getByRole('heading').click();
    await page.keyboard.press('Delete');
    await says(page, /^empty, unknown$/);
    await pay(page);
    await says(page, 'validation_error incomplete_number: Enter a card number.');
  });

  it('confirms a payment with all that the app knows, after a decline', async () => {
    const { id, customer, intent } = await createIntent();
    const page = await open('confirm', { intent });
    await enter(elementFrame(page), DECLINED);
    await pay(page);
    await says(page, 'card_error card_declined: Your card was declined.');
    await elementFrame(page).getByText('Your card was declined.').waitFor();
    await elementFrame(page).getByLabel('Card number').fill(PAYS);
    await pay(page);
    await says(page, 'paymentIntent succeeded');
    expect(await retrieve(id)).toMatchObject({
      receipt_email: 'ada@example.com',
      setup_future_usage: 'off_session',
      shipping: { name: 'Ada', address: { line1: '2 Main St' } },
      payment_method: {
        customer,
        card: { exp_month: 12, exp_year: 2034, last4: '4242' },
        billing_details: {
          name: 'Ada Lovelace',
          phone: '+15550100',
          address: { line1: '1 Main St', postal_code: '94107' },
        },
        metadata: { seat: '7' },
      },
    });
  });

  it('authenticates the cardholder, unless the app wants to', async () => {
    const first = await createIntent();
    const page = await open('confirm', { intent: first.intent });
    await enter(elementFrame(page), AUTHENTICATES);
    await pay(page);
    await answerBank(page);
    await says(page, 'paymentIntent succeeded');
    const second = await createIntent();
    const other = await open('leaveActions', { intent: second.intent });
    await enter(elementFrame(other), AUTHENTICATES);
    await pay(other);
    await says(other, 'paymentIntent requires_action');
  });

  it('sets up a card for later', async () => {
    const { id: customer } = await stripe.customers.create();
    const { client_secret } = await stripe.setupIntents.create({ customer });
    const page = await open('setUp', { intent: String(client_secret) });
    await enter(elementFrame(page), AUTHENTICATES);
    await pay(page);
    await answerBank(page);
    await says(page, 'setupIntent succeeded');
    const { data } = await stripe.paymentMethods.list({ customer });
    expect(data).toMatchObject([{ card: { last4: '3155' }, billing_details: { name: 'Ada Lovelace' } }]);
  });

  it.each(['method', 'methodOfFormerReleases'])('creates a payment method (%s)', async (does) => {
    const page = await open(does, { hidePostalCode: '' });
    await enter(elementFrame(page), PAYS);
    const method = await readResult(page, /^paymentMethod .*pm_/);
    const { id: customer } = await stripe.customers.create();
    expect(await stripe.paymentMethods.attach(method, { customer })).toMatchObject({
      card: { last4: '4242', exp_year: 2034 },
      billing_details: { email: 'ada@example.com', address: { postal_code: null } },
    });
  });

  it('creates a token, which a server charges, saves or turns into a payment method once', async () => {
    const page = await open('token');
    await enter(elementFrame(page), PAYS);
    const [charged, saved, turned] = [
      await readResult(page, /^token .*tok_/),
      await readResult(page, /^token .*tok_/),
      await readResult(page, /^token .*tok_/),
    ];
    const card = { last4: '4242', name: 'Ada Lovelace', address_line1: '1 Main St', address_zip: '94107' };
    const token = await stripe.tokens.retrieve(saved);
    expect(token).toMatchObject({
      type: 'card',
      used: false,
      card: { ...card, address_zip_check: 'unchecked', cvc_check: 'unchecked' },
    });
    expect(await stripe.charges.create({ amount: 500, currency: 'usd', source: charged })).toMatchObject({
      paid: true,
      billing_details: { name: 'Ada Lovelace' },
    });
    const { id: customer } = await stripe.customers.create();
    const source = await stripe.customers.createSource(customer, { source: saved });
    expect(source).toMatchObject({ ...card, id: token.card?.id, address_zip_check: 'pass' });
    const method = await stripe.paymentMethods.create({ type: 'card', card: { token: turned } });
    expect(method).toMatchObject({
      card: { exp_month: 12, exp_year: 2034 },
      billing_details: { name: 'Ada Lovelace' },
    });
    expect(await stripe.tokens.retrieve(saved)).toMatchObject({ used: true });
    await expect(stripe.customers.createSource(customer, { source: saved })).rejects.toMatchObject({
      code: 'token_already_used',
    });
  });

  it('creates a confirmation token of a Payment Element, which a server confirms', async () => {
    const page = await open('confirmationToken');
    const frame = elementFrame(page, 'payment');
    await pay(page);
    await says(page, 'validation_error incomplete_number');
    await enter(frame, AUTHENTICATES);
    await frame.getByLabel('Postal code').fill('94107');
    const token = await readResult(page, /^confirmationToken .*ctoken_/);
    expect(await stripe.confirmationTokens.retrieve(token)).toMatchObject({
      payment_method_preview: { card: { last4: '3155' }, billing_details: { name: 'Ada Lovelace' } },
    });
    const { id, intent } = await createIntent();
    expect(await stripe.paymentIntents.confirm(id, { confirmation_token: token })).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    });
    const next = await open('handleCardAction', { intent });
    await pay(next);
    await answerBank(next);
    await says(next, 'paymentIntent succeeded');
  });

  describe('next to an address element', () => {
    const addressElement = (page: Page, mode: 0 | 1) =>
      page.frameLocator('iframe[title="Secure address input frame"]').nth(mode);

    async function fillIn(frame: FrameLocator, values: Record<string, string>) {
      for (const [label, value] of Object.entries(values))
        await frame.getByLabel(label, { exact: true }).fill(value);
    }

    async function openAndEnter(does: string, asked: Record<string, string> = {}) {
      const visitor = await browser.arrive([app.origin, emulator.url]);
      visitor.expectErrors(/status of 40\d/);
      const page = await visitor.openTab();
      await page.goto(`${app.origin}/?${new URLSearchParams({ does, ...asked })}`);
      const card = elementFrame(page, 'payment');
      await enter(card, PAYS);
      await card.getByLabel('Postal code').fill('94107');
      return page;
    }

    const SHIPPING = { Address: '2 Hafenstr.', City: 'Hamburg', 'Postal code': '20457' };
    const BILLING = { 'Full name': 'Ada Lovelace', Address: '1 Main St', City: 'Oakland' };

    it('bills and ships to what was entered, where the app says nothing else', async () => {
      const { id, intent } = await createIntent();
      const page = await openAndEnter('confirmWithContact', { intent });
      const [shipping, billing] = [addressElement(page, 0), addressElement(page, 1)];
      await pay(page);
      await says(page, 'validation_error incomplete_line1: Fill in this field.');
      await fillIn(shipping, SHIPPING);
      await fillIn(shipping, { 'Phone number': '+4940123456' });
      await says(page, 'to Grace Hopper, Hamburg, DE, +4940123456');
      await fillIn(billing, BILLING);
      await pay(page);
      await says(page, 'validation_error incomplete_state: Enter your state or province.');
      await billing.getByText('Enter your state or province.').waitFor();
      await fillIn(billing, { 'State or province': 'CA', 'Postal code': '94607' });
      const email = elementFrame(page, 'email').getByLabel('Email');
      await email.fill('grace@');
      await says(page, 'email grace@ false');
      await email.fill('grace@example.com');
      await says(page, 'email grace@example.com true');
      await pay(page);
      await says(page, 'paymentIntent succeeded');
      expect(await retrieve(id)).toMatchObject({
        shipping: {
          name: 'Grace Hopper',
          phone: '+4940123456',
          address: { line1: '2 Hafenstr.', line2: null, city: 'Hamburg', state: '', country: 'DE' },
        },
        payment_method: {
          billing_details: {
            name: 'Ada Lovelace',
            email: 'grace@example.com',
            phone: '+15550199',
            address: { line1: '1 Main St', city: 'Oakland', state: 'CA', country: 'US' },
          },
        },
      });
      expect(await page.title()).toBe('wallets: undefined');
    });

    it('puts the addresses into a confirmation token', async () => {
      const page = await openAndEnter('tokenWithContact');
      await fillIn(addressElement(page, 0), { ...SHIPPING, 'Phone number': '+4940123456' });
      await fillIn(addressElement(page, 1), {
        ...BILLING,
        'State or province': 'CA',
        'Postal code': '94607',
      });
      const token = await readResult(page, /^confirmationToken .*ctoken_/);
      expect(await stripe.confirmationTokens.retrieve(token)).toMatchObject({
        payment_method_preview: { billing_details: { name: 'Ada Lovelace', email: 'ada@example.com' } },
        shipping: { name: 'Grace Hopper', address: { city: 'Hamburg' } },
      });
    });

    it('lets the address tell its value, and offer the allowed countries', async () => {
      const page = await openAndEnter('addressOnly');
      const [shipping, billing] = [addressElement(page, 0), addressElement(page, 1)];
      expect(await shipping.getByRole('option').allTextContents()).toEqual(['Germany', 'United States']);
      expect(await billing.getByLabel('Phone number').isVisible()).toBe(false);
      await fillIn(shipping, { ...SHIPPING, 'Phone number': '+4940123456' });
      await fillIn(billing, { ...BILLING, 'State or province': 'CA', 'Postal code': '94607' });
      await pay(page);
      await says(page, 'address true 20457');
    });
  });

  it('can be split into one for each part of a card', async () => {
    const { id, intent } = await createIntent();
    const page = await open('confirm', { intent, parts: '' });
    await elementFrame(page, 'card number').getByLabel('Card number').fill(PAYS);
    await elementFrame(page, 'expiration date').getByLabel('Expiry').pressSequentially('1234');
    await pay(page);
    await says(page, 'validation_error incomplete_cvc: Enter the security code.');
    await elementFrame(page, 'CVC').getByText('Enter the security code.').waitFor();
    await elementFrame(page, 'CVC').getByLabel('CVC').fill('123');
    await pay(page);
    await says(page, 'paymentIntent succeeded');
    expect(await retrieve(id)).toMatchObject({ payment_method: { card: { last4: '4242', exp_year: 2034 } } });
  });

  it.each(['saved', 'savedWithoutElement'])('is not needed for a saved card (%s)', async (does) => {
    const { id, customer, intent } = await createIntent();
    const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const page = await open(does, { intent, method });
    await pay(page);
    await says(page, 'paymentIntent succeeded');
    expect(await retrieve(id)).toMatchObject({ payment_method: { id: method } });
    expect(await page.locator('iframe').count()).toBe(1);
  });

  it.each([
    ['attached', { payment_method: 'pm_card_visa' }, '4242'],
    ['readyMade', {}, '4444'],
  ])('is not needed for a card that a server or Stripe knows (%s)', async (does, given, last4) => {
    const { id, intent } = await createIntent(given);
    const page = await open(does, { intent });
    await pay(page);
    await says(page, 'paymentIntent succeeded');
    expect(await retrieve(id)).toMatchObject({ payment_method: { card: { last4 } } });
  });

  it('acts in the connected account that the script is loaded for', async () => {
    const { id: account } = await stripe.accounts.create({ type: 'standard' });
    const page = await open('method', { account });
    await enter(elementFrame(page), PAYS);
    const method = await readResult(page, /^paymentMethod .*pm_/);
    const stripeAccount = { stripeAccount: account };
    expect(await stripe.paymentMethods.retrieve(method, {}, stripeAccount)).toMatchObject({ id: method });
    await expect(stripe.paymentMethods.retrieve(method)).rejects.toMatchObject({ statusCode: 404 });
  });

  it('leaves bank accounts to a token, and finds no wallet', async () => {
    const page = await open('bankToken');
    const token = await readResult(page, /^token .*btok_/);
    expect(await stripe.tokens.retrieve(token)).toMatchObject({ bank_account: { last4: '6789' } });
    const other = await open('wallet');
    await pay(other);
    await says(other, 'wallet null');
  });

  it('cannot confirm what only the secret key confirms', async () => {
    const { intent } = await createIntent({ confirmation_method: 'manual' });
    const page = await open('readyMade', { intent });
    await pay(page);
    await says(page, /invalid_request_error .*cannot be confirmed using your publishable key/);
  });
});
