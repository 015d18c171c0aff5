import { describe, expect, it } from 'vitest';
import { createSession, findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

const DAY = 86_400;

const codes = () => stripe.promotionCodes;

async function promotion(coupon: { max_redemptions?: number } = {}) {
  const { id } = await stripe.coupons.create({ percent_off: 25, duration: 'forever', ...coupon });
  return { type: 'coupon', coupon: id } as const;
}

describe('a promotion code', () => {
  it('is redeemed at most as often as its coupon', async () => {
    const of = await promotion({ max_redemptions: 3 });
    expect(await codes().create({ promotion: of, max_redemptions: 3 })).toMatchObject({ max_redemptions: 3 });
    await expectInvalid(codes().create({ promotion: of, max_redemptions: 4 }), 'max_redemptions');
  });

  it('is active again only while it can be redeemed', async () => {
    const of = await promotion();
    const soon = await codes().create({ promotion: of, expires_at: (await emulator.now()) + DAY });
    const once = await codes().create({ promotion: of, max_redemptions: 1 });
    const items = [{ price: await findPrice(stripe) }];
    const discounts = [{ promotion_code: once.id }];
    await stripe.subscriptions.create({ customer: await payer(world), items, discounts });
    await codes().update(soon.id, { active: false });
    expect(await codes().update(soon.id, { active: true })).toMatchObject({ active: true });
    await emulator.advanceTime({ days: 2 });
    for (const { id } of [soon, once]) {
      await expectInvalid(codes().update(id, { active: true }), 'active');
    }
  });

  it('shares its letters with those of other customers only', async () => {
    const of = await promotion();
    const [ada, bob] = [await payer(world), await payer(world)];
    const create = (customer?: string) =>
      codes().create({ promotion: of, code: 'THANKS', ...(customer && { customer }) });
    const own = await create(ada);
    await create(bob);
    for (const customer of [ada, undefined]) {
      await expectRejection(create(customer), { statusCode: 400 });
    }
    const session = await createSession(stripe, { customer: ada, allow_promotion_codes: true });
    await fetch(`${session.url}/code`, { method: 'POST', body: new URLSearchParams({ code: 'thanks' }) });
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      amount_total: 75_000,
      discounts: [{ promotion_code: own.id }],
    });
  });

  // docs.stripe.com/billing/subscriptions/coupons, "Limit by first time order".
  it('cannot be redeemed as a first order after a payment or a trial has begun', async () => {
    const { customers, paymentIntents, subscriptions } = stripe;
    const restrictions = { first_time_transaction: true };
    const code = await codes().create({ promotion: await promotion(), restrictions });
    const price = await findPrice(stripe);
    const order = (customer: string, trial_period_days = 0) =>
      subscriptions.create({
        ...{ customer, items: [{ price }], payment_behavior: 'default_incomplete' },
        ...(trial_period_days === 0 ? { discounts: [{ promotion_code: code.id }] } : { trial_period_days }),
      });
    const [newcomer, hesitant, guest] = await Promise.all([1, 2, 3].map(() => customers.create()));
    expect((await order(String(newcomer?.id))).discounts).toHaveLength(1);
    await paymentIntents.create({ amount: 500, currency: 'usd', customer: String(hesitant?.id) });
    await order(String(guest?.id), 7);
    for (const each of [hesitant, guest]) {
      await expectInvalid(order(String(each?.id)), 'discounts[0][promotion_code]');
    }
  });
});

// docs.stripe.com/billing/subscriptions/coupons, "Restrictions".
describe('a list of discounts', () => {
  it('does not repeat a coupon, whatever names it', async () => {
    const { subscriptions, invoices } = stripe;
    const of = await promotion();
    const other = await promotion();
    const code = await codes().create({ promotion: of });
    const customer = await payer(world);
    const { id, discounts } = await subscriptions.create({
      ...{ customer, items: [{ price: await findPrice(stripe) }], discounts: [{ coupon: of.coupon }] },
    });
    const [coupon, promotionCode] = [{ coupon: of.coupon }, { promotion_code: code.id }];
    const discount = { discount: String(discounts[0]) };
    for (const twice of [coupon, promotionCode, discount].map((one) => [coupon, one])) {
      await expectInvalid(subscriptions.update(id, { discounts: twice }), 'discounts[1]');
    }
    await expectInvalid(invoices.create({ customer, discounts: [coupon, promotionCode] }), 'discounts[1]');
    const changed = await subscriptions.update(id, { discounts: [discount, { coupon: other.coupon }] });
    expect(changed.discounts).toHaveLength(2);
  });

  it('has no minimum amount after the first payment, nor on items', async () => {
    const { invoiceItems, subscriptions } = stripe;
    const restrictions = { minimum_amount: 100, minimum_amount_currency: 'usd' };
    const code = await codes().create({ promotion: await promotion(), restrictions });
    const discounts = [{ promotion_code: code.id }];
    const customer = await payer(world);
    const price = await findPrice(stripe);
    const { id } = await subscriptions.create({ customer, items: [{ price }], discounts });
    expect(await subscriptions.update(id, { discounts })).toMatchObject({ id });
    const plain = await subscriptions.create({ customer, items: [{ price }] });
    const calls = [
      subscriptions.update(plain.id, { discounts }),
      subscriptions.create({ customer, items: [{ price, discounts }] }),
      invoiceItems.create({ customer, amount: 900, currency: 'usd', discounts }),
    ];
    for (const call of calls) {
      await expectRejection(call, { param: expect.stringMatching(/discounts\]?\[0\]\[promotion_code\]$/) });
    }
  });
});
