import type { FrameLocator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserFixture } from '../../../support/browser.ts';
import { startAppOnAnotherSite } from '../../../support/stripe/app-on-another-site.ts';
import { typeCard } from '../../../support/stripe/card-form.ts';
import { findPrice } from '../../../support/stripe/checkout.ts';
import { createWorld } from '../../../support/stripe/forms.ts';
import { suiteFixture } from '../../../support/suite-fixture.ts';

const APP = new URL('browser-scripts/stripe-js-app.ts', import.meta.url);
const DECLINED = '4000000000000002';
const PAYS = '4242424242424242';
const AUTHENTICATES = '4000002500003155';

describe('the emulated Stripe.js', () => {
  const { stripe, emulator } = createWorld();
  const browser = browserFixture();
  const app = suiteFixture(() => startAppOnAnotherSite(APP, pagesUrl));
  const pagesUrl = () => `${emulator.url}/emulated/stripe`;

  /** Opens the page of the app with this query. */
  async function open(asked: Record<string, string>) {
    const visitor = await browser.arrive([app.origin, emulator.url]);
    // Chromium logs every failed request to the console, as it does for the real Stripe.js.
    visitor.expectErrors(/status of 40\d/);
    const page = await visitor.openTab();
    await page.goto(`${app.origin}/?${new URLSearchParams(asked)}`);
    return page;
  }

  const says = (page: Page, text: string | RegExp) =>
    page.getByRole('status').filter({ hasText: text }).waitFor();
  const pay = (page: Page) => page.getByRole('button', { name: 'Pay' }).click();
  const answerBank = (frame: FrameLocator, answer: 'Complete' | 'Fail') =>
    frame.getByRole('button', { name: answer }).click();

  describe('embedded checkout', () => {
    async function session(changes: object = { return_url: `${app.origin}/back?of={CHECKOUT_SESSION_ID}` }) {
      const { id, client_secret } = await stripe.checkout.sessions.create({
        mode: 'subscription',
        ui_mode: 'embedded_page',
        line_items: [{ price: await findPrice(stripe), quantity: 1 }],
        ...changes,
      });
      return { id, secret: String(client_secret) };
    }
    const locateFrame = (page: Page) => page.frameLocator('iframe[title="Secure checkout"]');

    async function enter(frame: FrameLocator, number: string) {
      await frame.getByLabel('Email').fill('ada@example.com');
      await typeCard(frame, number);
      await frame.getByRole('button', { name: 'Subscribe' }).click();
    }

    it('redirects the page once it is paid, even after a decline', async () => {
      const { id, secret } = await session();
      const page = await open({ checkout: secret });
      await enter(locateFrame(page), DECLINED);
      await locateFrame(page).getByText('Your card was declined.').waitFor();
      await locateFrame(page).getByLabel('Card number').fill(PAYS);
      await locateFrame(page).getByRole('button', { name: 'Subscribe' }).click();
      await page.waitForURL(`${app.origin}/back?of=${id}`);
      expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
        status: 'complete',
        payment_status: 'paid',
        url: null,
        success_url: null,
      });
    });

    it('is shown with elements, changed, and confirmed after a decline and an authentication', async () => {
      const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
      const promotion = { type: 'coupon', coupon: coupon.id } as const;
      await stripe.promotionCodes.create({ promotion, code: 'HALF' });
      const return_url = `${app.origin}/back?of={CHECKOUT_SESSION_ID}`;
      const { id, secret } = await session({ ui_mode: 'elements', allow_promotion_codes: true, return_url });
      const page = await open({ checkout: secret, elements: '', code: 'half' });
      await says(page, /^incompleteEmail,invalidCode,\$\d+\.\d\d$/);
      const frame = page.frameLocator('iframe[title="Secure payment input frame"]');
      const card = { 'Card number': DECLINED, Expiry: '12 / 34', CVC: '123', 'Postal code': '94107' };
      for (const [label, value] of Object.entries(card)) await frame.getByLabel(label).fill(value);
      await pay(page);
      await says(page, 'paymentFailed: Your card was declined.');
      await frame.getByLabel('Card number').fill(AUTHENTICATES);
      await pay(page);
      await answerBank(page.frameLocator('iframe[title="3D Secure"]'), 'Complete');
      await page.waitForURL(`${app.origin}/back?of=${id}`);
      expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
        ...{ payment_status: 'paid', status: 'complete', ui_mode: 'elements', url: null },
        customer_details: { email: 'ada@example.com' },
      });
    });

    it('authenticates inside the frame, and stays on the page if redirects are off', async () => {
      const { secret } = await session({ redirect_on_completion: 'never' });
      const page = await open({ checkout: secret });
      await enter(locateFrame(page), AUTHENTICATES);
      await answerBank(locateFrame(page), 'Complete');
      await says(page, 'complete');
      await locateFrame(page).getByRole('heading', { name: 'Thank you' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
    });

    it('allows one at a time, and another once the first is destroyed', async () => {
      const { secret } = await session();
      const page = await open({ checkout: secret });
      await locateFrame(page).getByLabel('Email').waitFor();
      await pay(page);
      await says(page, 'You cannot have multiple Embedded Checkout objects.');
      await locateFrame(page).getByLabel('Email').waitFor();
      expect(await page.locator('iframe').count()).toBe(1);
    });

    it('is as high as its content', async () => {
      const { secret } = await session();
      const page = await open({ checkout: secret });
      await locateFrame(page).getByRole('heading', { name: 'Test cards' }).waitFor();
      const height = async () => (await page.locator('iframe').boundingBox())?.height ?? 0;
      await expect.poll(height).toBeGreaterThan(600);
    });

    it('requires the client secret and key of the session', async () => {
      const { id, secret } = await session();
      const wrong = secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x');
      await says(await open({ checkout: wrong }), `IntegrationError: No such checkout.session: '${id}'`);
      await says(await open({ checkout: id }), /clientSecret should be a client secret of the form/);
      await says(
        await open({ checkout: secret, key: 'pk_test_another' }),
        'IntegrationError: Invalid API Key provided: pk_test_',
      );
      expect((await fetch(`${pagesUrl()}/c/pay/${id}`)).status).toBe(404);
    });
  });

  describe('Payment Element', () => {
    const locateFrame = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]');
    const locateBank = (page: Page) => page.frameLocator('iframe[title="3D Secure"]');

    async function enter(page: Page, number: string) {
      const frame = locateFrame(page);
      await frame.getByLabel('Card number').fill('');
      await frame.getByLabel('Card number').pressSequentially(number);
      await frame.getByLabel('Expiry').fill('12 / 34');
      await frame.getByLabel('CVC').fill('123');
      await frame.getByLabel('Postal code').fill('94107');
      await says(page, /^filled in$/);
    }

    const createIntent = () => stripe.paymentIntents.create({ amount: 2050, currency: 'eur' });
    const retrieve = (id: string) => stripe.paymentIntents.retrieve(id, { expand: ['payment_method'] });

    it('reports missing input and a decline, then pays', async () => {
      const { id, client_secret } = await createIntent();
      const page = await open({ intent: String(client_secret) });
      await says(page, 'ready');
      await pay(page);
      await says(page, 'incomplete_number: Enter a card number.');
      await enter(page, DECLINED);
      await pay(page);
      await says(page, 'card_declined: Your card was declined.');
      await locateFrame(page).getByText('Your card was declined.').waitFor();
      expect(await retrieve(id)).toMatchObject({ last_payment_error: { code: 'card_declined' } });
      await enter(page, PAYS);
      await pay(page);
      await says(page, 'payment succeeded');
      expect(await retrieve(id)).toMatchObject({
        status: 'succeeded',
        amount_received: 2050,
        payment_method: {
          card: { last4: '4242' },
          billing_details: { name: 'Ada Lovelace', email: 'ada@example.com' },
        },
      });
    });

    it('redirects to the app, whose page retrieves the payment', async () => {
      const { id, client_secret } = await createIntent();
      const page = await open({ intent: String(client_secret), always: '' });
      await enter(page, PAYS);
      await pay(page);
      await page.waitForURL('**/back?**');
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        tab: '1',
        payment_intent: id,
        payment_intent_client_secret: client_secret,
        redirect_status: 'succeeded',
      });
      await says(page, 'payment succeeded');
    });

    it('authenticates the cardholder, who can fail and then pass', async () => {
      const { id, client_secret } = await createIntent();
      const page = await open({ intent: String(client_secret) });
      await enter(page, AUTHENTICATES);
      await pay(page);
      await answerBank(locateBank(page), 'Fail');
      await says(page, /^payment_intent_authentication_failure: We are unable to authenticate/);
      expect(await page.locator('iframe').count()).toBe(1);
      await pay(page);
      await answerBank(locateBank(page), 'Complete');
      await says(page, 'payment succeeded');
      expect(await retrieve(id)).toMatchObject({ status: 'succeeded', next_action: null });
    });

    it('can be shown before there is a payment', async () => {
      const { id, client_secret } = await createIntent();
      const page = await open({ intent: String(client_secret), deferred: '' });
      await says(page, 'ready');
      await enter(page, PAYS);
      await pay(page);
      await says(page, 'payment succeeded');
      expect(await retrieve(id)).toMatchObject({ status: 'succeeded' });
    });

    // Sources: stripe/stripe-js issues 431 and 596, richnologies/ngx-stripe issue 241.
    it('needs a payment or its mode, and is submitted before there is a payment', async () => {
      const { client_secret } = await createIntent();
      const secret = String(client_secret);
      await says(
        await open({ intent: secret, alone: '' }),
        /^IntegrationError: In order to create a payment element, you must pass a clientSecret or mode/,
      );
      const page = await open({ intent: secret, deferred: '', unsubmitted: '' });
      await says(page, 'ready');
      await pay(page);
      const calls = ['confirmPayment', 'createPaymentMethod', 'createConfirmationToken'];
      const rejections = calls.map((call) => `elements.submit() must be called before stripe.${call}()`);
      await says(page, rejections.join(' | '));
    });

    it('saves a card for later', async () => {
      const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
      const { client_secret } = await stripe.setupIntents.create({ customer });
      const page = await open({ intent: String(client_secret) });
      await enter(page, AUTHENTICATES);
      await pay(page);
      await answerBank(locateBank(page), 'Complete');
      await says(page, 'setup succeeded');
      const { data } = await stripe.paymentMethods.list({ customer });
      expect(data).toMatchObject([{ card: { last4: '3155' } }]);
    });

    it('loads only with the right client secret and key', async () => {
      const { client_secret } = await createIntent();
      const page = await open({ intent: `${client_secret}x` });
      await says(page, /^not loaded: The client_secret provided does not match/);
      await enter(page, PAYS);
      await pay(page);
      await says(page, /: The client_secret provided does not match/);
      const secret = String(client_secret);
      await says(await open({ intent: secret, key: 'pk_live_emulated' }), /^not loaded: Invalid API Key/);
      await says(await open({ intent: secret, key: 'sk_test_emulated' }), /should not use your secret key/);
      await says(await open({ intent: 'pi_1' }), /^IntegrationError: Invalid value for elements\(\)/);
    });
  });

  it('handles the next action of a payment that a server has confirmed', async () => {
    const { client_secret } = await stripe.paymentIntents.create({
      amount: 2050,
      currency: 'eur',
      confirm: true,
      payment_method: 'pm_card_authenticationRequired',
    });
    const page = await open({ next: String(client_secret) });
    await answerBank(page.frameLocator('iframe'), 'Complete');
    await says(page, 'payment succeeded');
  });

  it('redirects to the page of a session', async () => {
    const { id } = await stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'eur',
      success_url: 'https://site.test/',
    });
    const page = await open({ session: id });
    await page.waitForURL(`${pagesUrl()}/c/pay/${id}`);
  });

  it('is served for a namespace below its pages', async () => {
    const namespace = emulator.namespace('worker_1');
    const url = `${emulator.url}/emulated/stripe/ns/worker_1`;
    const script = await (await fetch(`${url}/js/v3/`)).text();
    expect(script).toContain(`const PAGES = ${JSON.stringify(url)};`);
    expect(script).toContain('const VERSION = 3;');
    expect(script).not.toMatch(/^(import|export) /m);
    await namespace.close();
  });

  it('replaces the script that @stripe/stripe-js loads', async () => {
    const { client_secret } = await stripe.paymentIntents.create({ amount: 2050, currency: 'eur' });
    const visitor = await browser.arrive([app.origin, emulator.url, 'https://js.stripe.com']);
    const page = await visitor.openTab();
    await page.route('https://js.stripe.com/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: `${pagesUrl()}/js${pathname}` }) });
    });
    await page.goto(`${app.origin}/?bare&intent=${client_secret}`);
    await says(page, 'ready');
  });

  it('lets its own frames be embedded, and no other page', async () => {
    const readPolicy = async (path: string) =>
      (await fetch(`${pagesUrl()}${path}`)).headers.get('content-security-policy');
    expect(await readPolicy('/elements/card')).toContain('frame-ancestors *');
    const { url } = await stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'eur',
      success_url: 'https://site.test/',
    });
    expect(await readPolicy(String(url).slice(pagesUrl().length))).toContain("frame-ancestors 'none'");
  });
});
