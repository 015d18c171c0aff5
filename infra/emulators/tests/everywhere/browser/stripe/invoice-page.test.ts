import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../support/accessibility.ts';
import { chooseCard } from '../../../support/stripe/card-form.ts';
import { findPrice, subscribe } from '../../../support/stripe/checkout.ts';
import { hostedWorld } from '../../../support/stripe/hosted-world.ts';

describe('the page of an open invoice', () => {
  const hosted = hostedWorld();
  const { stripe, emulator, world, open } = hosted;

  /** An upgrade that the saved card could not pay. */
  async function unpaidUpgrade() {
    const { subscription: id, customer } = await subscribe(world, { card: 'fails_on_renewal' });
    const { items } = await stripe.subscriptions.retrieve(id);
    const changed = await stripe.subscriptions.update(id, {
      items: [{ id: String(items.data[0]?.id), price: await findPrice(stripe, 'business_monthly') }],
      billing_cycle_anchor: { type: 'now' },
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    });
    const invoice = changed.latest_invoice as Stripe.Invoice;
    return { id, customer, invoice: String(invoice.id), url: String(invoice.hosted_invoice_url) };
  }

  const readPlan = async (id: string) =>
    (await stripe.subscriptions.retrieve(id)).items.data[0]?.price.lookup_key;

  it('takes another card, which the customer keeps, and applies the pending update', async () => {
    const at = await unpaidUpgrade();
    const page = await open(at.url);
    await page.getByRole('heading', { name: 'Pay with another card' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await chooseCard(page, /9995/);
    const pay = page.getByRole('button', { name: /^Pay \$/ });
    await pay.click();
    await page.getByText('Your card has insufficient funds.').waitFor();
    expect(await readPlan(at.id)).toBe('pro_monthly');
    await chooseCard(page, /4242/);
    await pay.click();
    await page.getByText('Paid on ').waitFor();
    expect(await pay.count()).toBe(0);
    expect(await readPlan(at.id)).toBe('business_monthly');
    expect(await stripe.invoices.retrieve(at.invoice)).toMatchObject({ status: 'paid', attempt_count: 1 });
    const { data } = await stripe.paymentMethods.list({ customer: at.customer });
    expect(data.map(({ card }) => card?.last4)).toEqual(['4242', '0341']);
  });

  it('asks for authentication, which can fail and pass', async () => {
    const at = await unpaidUpgrade();
    const page = await open(at.url);
    const authenticate = async (answer: 'Complete' | 'Fail') => {
      await chooseCard(page, /3184/);
      await page.getByRole('button', { name: /^Pay \$/ }).click();
      await page.getByRole('heading', { name: 'Authenticate your payment' }).waitFor();
      await page.getByRole('button', { name: answer }).click();
    };
    await authenticate('Fail');
    await page.getByText('We are unable to authenticate your payment method').waitFor();
    expect(await readPlan(at.id)).toBe('pro_monthly');
    await authenticate('Complete');
    await page.getByText('Paid on ').waitFor();
    expect(await readPlan(at.id)).toBe('business_monthly');
  });

  it('charges the saved card, of an invoice that waits for authentication too', async () => {
    const { id: customer } = await stripe.customers.create();
    const method = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
    await stripe.invoiceItems.create({ customer, amount: 2500, currency: 'usd' });
    const draft = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
    const open = await stripe.invoices.finalizeInvoice(draft.id);
    await stripe.invoices.pay(open.id).catch(() => undefined);
    const page = await hosted.open(open.hosted_invoice_url);
    await page.getByRole('button', { name: 'Pay with the saved card' }).click();
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByText('Paid on ').waitFor();
    expect(await stripe.invoices.retrieve(open.id)).toMatchObject({ status: 'paid', amount_paid: 2500 });
  });

  it('works without scripts, and leads back once the invoice is paid', async () => {
    const { id: customer } = await stripe.customers.create();
    await stripe.invoiceItems.create({ customer, amount: 2500, currency: 'usd' });
    const draft = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
    const open = await stripe.invoices.finalizeInvoice(draft.id);
    const path = new URL(String(open.hosted_invoice_url)).pathname;
    const form = { expiry: '12/34', cvc: '123', name: 'Ada', postal_code: '94107' };
    const post = (place: string, body: Record<string, string> = {}) =>
      fetch(`${emulator.url}${path}/${place}`, {
        method: 'POST',
        body: new URLSearchParams(body),
        redirect: 'manual',
      });
    const page = await (await fetch(`${emulator.url}${path}`)).text();
    expect(page).toContain('Pay by card');
    expect(page).not.toContain('Pay with the saved card');
    expect((await post('pay')).headers.get('location')).toBe(path);
    const rejected = await post('card', { ...form, card_number: '1' });
    expect(rejected.status).toBe(200);
    expect(await rejected.text()).toContain('card number');
    expect((await post('card', { ...form, card_number: '4242424242424242' })).status).toBe(303);
    expect(await stripe.invoices.retrieve(open.id)).toMatchObject({ status: 'paid' });
    for (const place of ['card', 'pay', 'authenticate']) {
      expect((await post(place)).headers.get('location')).toBe(path);
    }
    expect((await stripe.charges.list({ customer })).data).toHaveLength(1);
  });
});
