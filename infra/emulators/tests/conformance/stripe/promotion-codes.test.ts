import { describe, expect, it } from 'vitest';
import { createSession, findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer } from '../../support/stripe/payer.ts';
import { readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();

const DAY = 86_400;

const codes = () => world.stripe.promotionCodes;

async function promotion(coupon: { max_redemptions?: number } = {}) {
  const { id } = await world.stripe.coupons.create({ percent_off: 25, ...coupon });
  return { type: 'coupon', coupon: id } as const;
}

describe('a promotion code', () => {
  it('is redeemed at most as often as its coupon', async () => {
    const of = await promotion({ max_redemptions: 3 });
    expect(await codes().create({ promotion: of, max_redemptions: 3 })).toMatchObject({ max_redemptions: 3 });
    const more = codes().create({ promotion: of, max_redemptions: 4 });
    expect(await readRejection(more)).toMatchObject({ statusCode: 400, param: 'max_redemptions' });
  });

  it('is active again only while it can be redeemed', async () => {
    const { emulator, stripe } = world;
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
      const again = codes().update(id, { active: true });
      expect(await readRejection(again)).toMatchObject({ statusCode: 400, param: 'active' });
    }
  });

  it('shares its letters with those of other customers only', async () => {
    const { stripe } = world;
    const of = await promotion();
    const [ada, bob] = [await payer(world), await payer(world)];
    const create = (customer?: string) =>
      codes().create({ promotion: of, code: 'THANKS', ...(customer && { customer }) });
    const own = await create(ada);
    await create(bob);
    for (const customer of [ada, undefined]) {
      expect(await readRejection(create(customer))).toMatchObject({ statusCode: 400 });
    }
    const session = await createSession(stripe, { customer: ada, allow_promotion_codes: true });
    await fetch(`${session.url}/code`, { method: 'POST', body: new URLSearchParams({ code: 'thanks' }) });
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      amount_total: 75_000,
      discounts: [{ promotion_code: own.id }],
    });
  });
});
