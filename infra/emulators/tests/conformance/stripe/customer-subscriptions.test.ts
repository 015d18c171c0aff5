import { describe, expect, it } from 'vitest';
import { findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld();
const { stripe } = world;

describe('a subscription below a customer', () => {
  it('is created, changed and canceled like one with a path of its own', async () => {
    const customer = await payer(world);
    const { id: coupon } = await stripe.coupons.create({ percent_off: 20, duration: 'forever' });
    const api = rawApi(world, '2020-08-27');
    const path = `customers/${customer}/subscriptions`;
    const plan = await findPrice(stripe);
    const { body: created } = await api.post(path, { plan, quantity: 2, coupon });
    expect(created).toMatchObject({
      ...{
        status: 'active',
        customer,
        quantity: 2,
        plan: { id: plan },
        discount: { coupon: { id: coupon } },
      },
    });
    const own = `${path}/${created.id}`;
    expect((await api.get(own)).body).toMatchObject({ id: created.id });
    expect((await api.post(own, { quantity: 3 })).body).toMatchObject({ quantity: 3 });
    expect((await api.remove(`${own}/discount`)).body).toMatchObject({ object: 'discount', deleted: true });
    expect((await api.remove(own)).body).toMatchObject({ id: created.id, status: 'canceled' });
  });

  it('is found only below its own customer', async () => {
    const customer = await payer(world);
    const items = [{ price: await findPrice(stripe) }];
    const { id } = await stripe.subscriptions.create({ customer, items });
    const { id: other } = await stripe.customers.create();
    const { status, body } = await rawApi(world).get(`customers/${other}/subscriptions/${id}`);
    expect([status, body.error]).toMatchObject([
      404,
      { code: 'resource_missing', message: `Customer ${other} does not have a subscription with ID ${id}` },
    ]);
  });
});
