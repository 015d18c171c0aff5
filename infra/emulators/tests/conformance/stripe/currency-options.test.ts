import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer } from '../../support/stripe/payer.ts';
import { expectInvalid } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { emulator, stripe } = world;

/** 20 dollars, or 18 euros with tax. */
async function multiCurrencyPrice(params: Partial<Stripe.PriceCreateParams> = {}): Promise<string> {
  const price = await stripe.prices.create({
    currency: 'usd',
    currency_options: { eur: { tax_behavior: 'inclusive', unit_amount: 1800 } },
    product_data: { name: 'Seat' },
    unit_amount: 2000,
    ...params,
  });
  return price.id;
}

const RECURRING = { recurring: { interval: 'month' } } as const;

describe('a price in several currencies', () => {
  it('shows them on request, and can be given more', async () => {
    const id = await multiCurrencyPrice();
    expect(await stripe.prices.retrieve(id)).not.toHaveProperty('currency_options');
    const currency_options = { jpy: { unit_amount: 3000 } };
    const expand = ['currency_options'];
    expect(await stripe.prices.update(id, { currency_options, expand })).toMatchObject({
      currency_options: {
        eur: { tax_behavior: 'inclusive', unit_amount: 1800 },
        jpy: { unit_amount: 3000 },
        usd: { unit_amount: 2000 },
      },
      unit_amount: 2000,
    });
    const usd = stripe.prices.update(id, { currency_options: { usd: { unit_amount: 1 } } });
    await expectInvalid(usd, 'currency_options[usd]');
  });

  it('is paid at checkout in the currency of the session', async () => {
    const line_items = [{ price: await multiCurrencyPrice(RECURRING), quantity: 2 }];
    const session = { line_items, mode: 'subscription', success_url: 'https://shop.example/' } as const;
    await expectInvalid(
      stripe.checkout.sessions.create({ ...session, currency: 'gbp' }),
      'line_items[0][price]',
    );
    const { id } = await stripe.checkout.sessions.create({ ...session, currency: 'eur' });
    await emulator.pay(id, { card: 'visa' });
    const paid = await stripe.checkout.sessions.retrieve(id, { expand: ['line_items', 'invoice'] });
    expect(paid).toMatchObject({
      amount_total: 3600,
      currency: 'eur',
      invoice: { amount_paid: 3600, currency: 'eur' },
      line_items: { data: [{ amount_total: 3600, currency: 'eur' }] },
    });
  });

  it('is billed, prorated and renewed in the currency of the subscription', async () => {
    const [price, other] = [await multiCurrencyPrice(RECURRING), await multiCurrencyPrice(RECURRING)];
    const { id, ...subscription } = await stripe.subscriptions.create({
      add_invoice_items: [{ price: await multiCurrencyPrice() }],
      currency: 'eur',
      customer: await payer(world),
      expand: ['latest_invoice'],
      items: [{ price, quantity: 3 }],
    });
    const latest_invoice = { currency: 'eur', status: 'paid', total: 7200 };
    expect(subscription).toMatchObject({ currency: 'eur', latest_invoice });
    await stripe.subscriptions.update(id, { items: [{ price: other }], proration_behavior: 'none' });
    await emulator.advanceTime({ months: 1, hours: 2 });
    const [renewal] = (await stripe.invoices.list({ subscription: id })).data;
    expect(renewal).toMatchObject({ currency: 'eur', total: 4 * 1800 });
    const added = stripe.subscriptions.update(id, { items: [{ price: 'price_basicmonthly' }] });
    await expectInvalid(added, 'items[0][price]');
  });
});
