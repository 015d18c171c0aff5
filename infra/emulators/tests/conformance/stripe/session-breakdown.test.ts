import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession, lineItem, monthlyPrice } from '../../support/stripe/checkout.ts';
import { createFormerClient } from '../../support/stripe/former-clients.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { vatRate } from '../../support/stripe/payer.ts';

const world = createWorld();

type SessionParams = Stripe.Checkout.SessionCreateParams;

describe('what makes up the totals of a checkout', () => {
  async function createDiscounted(changes: Partial<SessionParams> = {}) {
    const coupon = await world.stripe.coupons.create({ percent_off: 25, duration: 'forever' });
    const code = await world.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
    });
    const rate = await vatRate(world.stripe, 10);
    const session = await createSession(world.stripe, {
      mode: 'payment',
      discounts: [{ promotion_code: code.id }],
      line_items: [{ ...lineItem(1000, 'Print', 2), tax_rates: [rate] }, lineItem(1000, 'Print')],
      ...changes,
    });
    return { code: code.id, coupon: coupon.id, rate: rate, session };
  }

  it('is told on request: the discount with its code and the tax of each rate', async () => {
    const { code, coupon, rate, session } = await createDiscounted();
    const expected = {
      amount_discount: 750,
      amount_tax: 150,
      breakdown: {
        discounts: [
          {
            amount: 750,
            discount: {
              object: 'discount',
              checkout_session: session.id,
              customer: null,
              promotion_code: code,
              source: { coupon },
            },
          },
        ],
        taxes: [
          { amount: 150, rate: { id: rate, percentage: 10 }, taxability_reason: null, taxable_amount: 1500 },
        ],
      },
    };
    expect(session.total_details).not.toHaveProperty('breakdown');
    const expand = ['total_details.breakdown'];
    const open = await world.stripe.checkout.sessions.retrieve(session.id, { expand });
    expect(open.total_details).toMatchObject(expected);
    await world.emulator.pay(session.id, { card: 'visa' });
    const list = await world.stripe.checkout.sessions.list({ expand: ['data.total_details.breakdown'] });
    expect(list.data[0]?.total_details).toMatchObject(expected);
    const [first] = list.data[0]?.total_details?.breakdown?.discounts ?? [];
    expect(first?.discount.id).toBe(open.total_details?.breakdown?.discounts[0]?.discount.id);
  });

  it('is told of each line', async () => {
    const { code, rate, session } = await createDiscounted();
    const { line_items } = await world.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['line_items.data.discounts', 'line_items.data.taxes'],
    });
    expect(line_items?.data).toMatchObject([
      {
        discounts: [{ amount: 500, discount: { promotion_code: code } }],
        taxes: [{ amount: 150, rate: { id: rate }, taxable_amount: 1500 }],
      },
      { discounts: [{ amount: 250, discount: { promotion_code: code } }], taxes: [] },
    ]);
  });

  it('names the discount of the subscription, and in older versions has the coupon', async () => {
    const { coupon, session } = await createDiscounted({
      mode: 'subscription',
      line_items: [{ price: await monthlyPrice(world.stripe, 1000), quantity: 1 }],
    });
    await world.emulator.pay(session.id, { card: 'visa' });
    const expand = ['subscription', 'total_details.breakdown'];
    const paid = await world.stripe.checkout.sessions.retrieve(session.id, { expand });
    const [applied] = paid.total_details?.breakdown?.discounts ?? [];
    expect(applied).toMatchObject({ amount: 250, discount: { customer: paid.customer } });
    expect((paid.subscription as Stripe.Subscription).discounts).toEqual([applied?.discount.id]);
    const former = createFormerClient(world.emulator, 20, '2025-08-27.basil');
    const before = await former.checkout.sessions.retrieve(session.id, { expand });
    expect(before.total_details).toMatchObject({
      breakdown: { discounts: [{ amount: 250, discount: { coupon: { id: coupon, percent_off: 25 } } }] },
    });
  });

  it('is empty without discounts and taxes, and told also of the shipping costs', async () => {
    const rate = {
      display_name: 'Ground',
      fixed_amount: { amount: 500, currency: 'usd' },
      type: 'fixed_amount',
    };
    const session = await createSession(world.stripe, {
      mode: 'payment',
      line_items: [lineItem(1000, 'Print')],
      shipping_options: [
        { shipping_rate_data: rate as Stripe.Checkout.SessionCreateParams.ShippingOption.ShippingRateData },
      ],
      expand: ['total_details.breakdown.taxes', 'shipping_cost.taxes'],
    });
    expect(session.total_details?.breakdown).toEqual({ discounts: [], taxes: [] });
    expect(session.shipping_cost?.taxes).toEqual([]);
  });
});
