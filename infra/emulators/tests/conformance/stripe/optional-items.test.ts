import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { postForm } from '../../support/stripe/card-form.ts';
import { createSession, monthlyPrice, newPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const { stripe, emulator } = createWorld();

type Offered = Stripe.Checkout.SessionCreateParams.OptionalItem[];

/** A checkout of a desk that offers `optional_items`. */
async function offer(optional_items: Offered) {
  const line_items = [{ price: await newPrice(stripe, 40_000), quantity: 1 }];
  return createSession(stripe, { mode: 'payment', line_items, optional_items });
}

async function toggle({ url }: Stripe.Checkout.Session, price: string) {
  await postForm(`${url}/optional`, { price });
  return (await fetch(url ?? '')).text();
}

describe('optional items of a checkout', () => {
  it('are offered on the page, added, adjusted, removed and paid', async () => {
    const [lamp, drawer] = [await newPrice(stripe, 4000), await newPrice(stripe, 9000)];
    const adjustable_quantity = { enabled: true, maximum: 5 };
    const session = await offer([
      { price: lamp, quantity: 1 },
      { price: drawer, quantity: 2, adjustable_quantity },
    ]);
    expect(session).toMatchObject({
      amount_total: 40_000,
      optional_items: [
        { adjustable_quantity: null, price: lamp, quantity: 1 },
        { adjustable_quantity: { enabled: true, maximum: 5, minimum: 0 }, price: drawer, quantity: 2 },
      ],
    });
    expect(await toggle(session, lamp)).toContain('Pay $440.00');
    expect(await toggle(session, drawer)).toContain('Pay $620.00');
    expect(await toggle(session, lamp)).toContain('Pay $580.00');
    const { session: paid } = await emulator.pay(session.id, { card: 'visa' });
    expect(paid).toMatchObject({
      amount_total: 58_000,
      optional_items: [{ price: lamp }, { price: drawer }],
    });
    const { data } = await stripe.checkout.sessions.listLineItems(session.id);
    expect(data).toMatchObject([
      { amount_total: 40_000 },
      { adjustable_quantity: { maximum: 5 }, price: { id: drawer }, quantity: 2 },
    ]);
  });

  it('become items of the subscription, or of its first invoice', async () => {
    const [seat, setup] = [await monthlyPrice(stripe, 500), await newPrice(stripe, 9900)];
    const optional_items = [seat, setup].map((price) => ({ price, quantity: 1 }));
    const session = await createSession(stripe, { optional_items });
    for (const price of [seat, setup]) await toggle(session, price);
    const { session: paid } = await emulator.pay(session.id, { card: 'visa' });
    const { items } = await stripe.subscriptions.retrieve(String(paid.subscription));
    expect(items.data.map(({ price }) => price.id)).toContain(seat);
    const { lines } = await stripe.invoices.retrieve(String(paid.invoice));
    expect(lines.data.map(({ amount }) => amount)).toEqual(expect.arrayContaining([500, 9900]));
  });

  it('are rejected if the checkout could not sell them', async () => {
    const monthly = await monthlyPrice(stripe, 500);
    const param = 'optional_items[0][price]';
    await expectInvalid(offer([{ price: monthly, quantity: 1 }]), param);
    await expectRejection(offer([{ price: 'price_none', quantity: 1 }]), { code: 'resource_missing', param });
  });

  it('are offered by payment links until they are cleared', async () => {
    const optional_items = [{ price: await newPrice(stripe, 4000), quantity: 1 }];
    const line_items = [{ price: await newPrice(stripe, 40_000), quantity: 1 }];
    const link = await stripe.paymentLinks.create({ line_items, optional_items });
    expect(link.optional_items).toMatchObject(optional_items);
    const visit = await fetch(emulator.url + new URL(link.url).pathname);
    expect(await visit.text()).toContain('Add to your order');
    expect(await stripe.paymentLinks.update(link.id, { optional_items: '' })).toMatchObject({
      optional_items: null,
    });
  });
});
