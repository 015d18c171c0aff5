import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { findPrice, newPrice } from '../../support/stripe/checkout.ts';
import { APRIL } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { subscribedHalfway, subscribedOnClock } from '../../support/stripe/on-clock.ts';
import { payer, subscribedPayer } from '../../support/stripe/payer.ts';
import { expectError, rawApi } from '../../support/stripe/raw-api.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

type Item = Stripe.InvoiceCreatePreviewParams.InvoiceItem;

async function subscribed() {
  const { customer, id: subscription } = await subscribedPayer(world);
  return {
    customer,
    subscription,
    preview: (invoice_items: Item[]) => stripe.invoices.createPreview({ subscription, invoice_items }),
  };
}

describe('an invoice item of a preview', () => {
  it('is on it, next to the period, and leaves nothing behind', async () => {
    const at = await subscribed();
    const price = await newPrice(stripe, 450);
    const preview = await at.preview([
      { amount: 1250, currency: 'usd', description: 'Setup' },
      { price, quantity: 2 },
      { unit_amount: -300, currency: 'usd' },
    ]);
    expect(preview.lines.data.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
      -300, 900, 1250, 100_000,
    ]);
    expect(preview.total).toBe(101_850);
    expect((await stripe.invoiceItems.list({ customer: at.customer })).data).toEqual([]);
    const next = await stripe.invoices.createPreview({ subscription: at.subscription });
    expect(next.total).toBe(100_000);
  });

  it('changes a pending one', async () => {
    const at = await subscribed();
    const pending = await stripe.invoiceItems.create({ customer: at.customer, amount: 640, currency: 'usd' });
    expect(await at.preview([{ invoiceitem: pending.id, amount: 810 }])).toMatchObject({ total: 100_810 });
    expect(await stripe.invoiceItems.retrieve(pending.id)).toMatchObject({ amount: 640 });
    const other = await subscribed();
    await expectRejection(other.preview([{ invoiceitem: pending.id, amount: 1 }]), {
      code: 'resource_missing',
      param: 'invoice_items[0][invoiceitem]',
    });
  });

  it('is on the first invoice of a new subscription', async () => {
    const items = [{ price: await findPrice(stripe), quantity: 2 }];
    const preview = await stripe.invoices.createPreview({
      customer: await payer(world),
      subscription_details: { items },
      invoice_items: [{ amount: 70, currency: 'usd' }],
    });
    expect(preview.total).toBe(200_070);
  });

  it('is named in errors', async () => {
    const { preview } = await subscribed();
    const invalid = [{ amount: 5, currency: 'usd' }, { currency: 'usd' }];
    await expectRejection(preview(invalid), { code: 'parameter_missing', param: 'invoice_items[1][amount]' });
    await expectInvalid(preview([{ price: 'price_none' }]), 'invoice_items[0][price]');
  });

  it('is on the upcoming invoice of versions before basil', async () => {
    const customer = await payer(world);
    const classic = rawApi(world, '2024-06-20');
    const price = await findPrice(stripe);
    expect(await classic.post('subscriptions', { customer, items: [{ price }] })).toMatchObject({
      status: 200,
    });
    const invoice_items = [{ amount: 33, currency: 'usd' }];
    expect(await classic.get('invoices/upcoming', { customer, invoice_items })).toMatchObject({
      body: { total: 100_033 },
    });
  });
});

const upcoming = (version: string, params: object) =>
  rawApi(world, version).get('invoices/upcoming', { ...params });

it('the upcoming invoice is available in versions before basil, and not in later ones', async () => {
  const { item, ...at } = await subscribedHalfway(world, 'visa', { billing_mode: { type: 'classic' } });
  const params = {
    subscription: at.id,
    'subscription_items[0][id]': item,
    'subscription_items[0][price]': await findPrice(stripe, 'business_monthly'),
    subscription_proration_behavior: 'always_invoice',
  };
  const former = await upcoming('2024-06-20', params);
  expect(former).toMatchObject({
    status: 200,
    body: {
      total: 24_950,
      subscription: at.id,
      lines: {
        data: [
          { type: 'invoiceitem', proration: true, amount: -50_000 },
          { type: 'invoiceitem', proration: true, subscription_item: item, price: { unit_amount: 149_900 } },
        ],
      },
    },
  });
  expect(former.body).not.toHaveProperty('id');
  const nobody = await upcoming('2024-06-20', {});
  expect(nobody).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error' } } });
  for (const detail of ['code', 'param']) expect(nobody.body).not.toHaveProperty(['error', detail]);
  expect(await upcoming('2025-03-31.basil', params)).toMatchObject({ status: 400 });
  expect(await upcoming('2026-10-28.endive', {})).toMatchObject({ status: 404 });
});

it('the upcoming invoice of a subscription in flexible billing mode is left to previews', async () => {
  const { subscription } = await subscribedOnClock(world, APRIL);
  await expectError(upcoming('2024-06-20', { subscription: subscription.id }), 400, {
    message: expect.stringContaining('use the Create Preview Invoice API instead'),
  });
});
